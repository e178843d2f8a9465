import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../../core/storage/remove-files.job.js';
import { LinkPreviews } from '../link-previews/link-previews.service.js';
import { fileKeysSql } from '../message.entity.js';

/** Erases texts and files of messages; the rows stay for statistics. */
@Injectable()
export class MessageContents {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly links: LinkPreviews,
  ) {}

  /**
   * Erases messages `m` of the company that still have contents, `limit` at most; answers how many. The provider's id goes
   * as well: some contain the customer's number.
   */
  async erase(where: Condition, limit: number): Promise<number> {
    const { companyId } = this.db;
    const rows = await this.db.rows<{ files: string[]; link: string | null }>(sql`
      update messages m set body = '', media_key = null, thumb_media_key = null, media_name = null, media_mime = null,
         media_size = null, data = null, reactions = '[]', participant = null, provider_id = null, link_url = null, is_deleted = true,
         status = case m.status when 'queued' then 'failed' else m.status end, updated_at = now()
       from (select m.id, m.link_url, ${fileKeysSql('m')} as files from messages m
         where m.company_id = ${companyId} and ${where}
           and (m.body <> '' or m.media_key is not null or m.data is not null or m.provider_id is not null)
         order by m.id limit ${limit} for no key update) old
       where m.company_id = ${companyId} and m.id = old.id returning old.files, old.link_url as link`);
    await enqueueFileRemoval(
      this.jobs,
      rows.flatMap(({ files }) => files),
    );
    await this.links.removeByUrls(rows.flatMap(({ link }) => link ?? []));
    return rows.length;
  }
}
