import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Every } from '../../../core/jobs/cron.js';
import { defineJob } from '../../../core/jobs/job.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { RemoveFiles } from '../../../core/storage/remove-files.job.js';
import { Settings } from '../../settings/settings.service.js';
import { MessageStored } from '../messages.events.js';
import { firstLink } from './first-link.js';
import type { PageCard } from './page-reader.js';

/** Asks the page that a message links to for what it says of itself. */
export class PreviewLink extends defineJob<{ messageId: number; url: string }>('preview-link') {}

const keptDays = 30;
/** What could not be read may only have been away. */
const failedHours = 6;
const sweptAtOnce = 500;
/** So many pages of a company are read at once: slow ones must not hold up what it sends. */
const lanes = 2;

interface Removed {
  readonly key: string | null;
}

/** The cards below messages with a link: one per company and page (experience.md §11). */
@Injectable()
export class LinkPreviews {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
  ) {}

  /** A text was written: its first link is looked at afterwards, the same one by one message after the other. */
  async enqueue(messageId: number, body: string): Promise<void> {
    const url = firstLink(body);
    if (url === null) return;
    const lane = createHash('sha256').update(url).digest().readUInt8() % lanes;
    await this.jobs.add(PreviewLink, { messageId, url }, { orderingKey: `preview:${this.context.companyId}:${lane}` });
  }

  /** Whether the page has to be asked. What is known of it is shown at once; nothing where the company wants no cards. */
  async needsFetch(messageId: number, url: string): Promise<boolean> {
    const { companyId } = this.context;
    if (!(await this.settings.isEnabled('linkPreviews'))) return false;
    const message = await this.db.row<{ body: string }>(
      sql`select body from messages where company_id = ${companyId} and id = ${messageId} and not is_deleted
       for no key update`,
    );
    // it was written anew meanwhile
    if (!message || firstLink(message.body) !== url) return false;
    await this.db.run(sql`update messages set link_url = ${url} where company_id = ${companyId} and id = ${messageId}`);
    const known = await this.db.row<{ title: string | null }>(
      sql`select title from link_previews where company_id = ${companyId} and url = ${url} and expires_at > now()`,
    );
    if (known && known.title !== null) this.events.emit(new MessageStored(companyId, messageId, 'update'));
    return known === undefined;
  }

  /** null: the page has nothing to show. */
  async store(messageId: number, url: string, page: PageCard | null): Promise<void> {
    const { companyId } = this.context;
    const before = await this.db.row<{ mediaKey: string | null }>(
      sql`select media_key as "mediaKey" from link_previews where company_id = ${companyId} and url = ${url}
       for no key update`,
    );
    await this.db.run(
      sql`insert into link_previews (company_id, url, title, description, site, media_key, image_width, image_height,
       expires_at)
       values (${companyId}, ${url}, ${page?.title ?? null}, ${page?.description ?? ''}, ${page?.site ?? ''},
         ${page?.image?.key ?? null}, ${page?.image?.width ?? null}, ${page?.image?.height ?? null},
         now() + make_interval(hours => ${page ? keptDays * 24 : failedHours}))
       on conflict (company_id, url) do update
         set title = excluded.title, description = excluded.description, site = excluded.site,
         media_key = excluded.media_key, image_width = excluded.image_width, image_height = excluded.image_height,
         expires_at = excluded.expires_at, updated_at = now()`,
    );
    if (before?.mediaKey) await this.jobs.add(RemoveFiles, { keys: [before.mediaKey] });
    if (page) this.events.emit(new MessageStored(companyId, messageId, 'update'));
  }

  /** What pages say goes with the words of somebody who is forgotten; whoever else wrote of them has no card any more. */
  async removeByUrls(urls: readonly string[]): Promise<void> {
    if (urls.length === 0) return;
    await this.removeFiles(
      await this.db.rows<Removed>(
        sql`delete from link_previews where company_id = ${this.context.companyId} and url = any(${urls}::text[])
         returning media_key as key`,
      ),
    );
  }

  @Every(3600)
  async sweep(): Promise<void> {
    for (let rows: Removed[] = [], more = true; more; more = rows.length === sweptAtOnce) {
      rows = await this.db.rows<Removed>(
        sql`delete from link_previews where id in (select id from link_previews where expires_at < now()
         limit ${sql.lit(sweptAtOnce)})
         returning media_key as key`,
      );
      await this.removeFiles(rows);
    }
  }

  private async removeFiles(rows: readonly Removed[]): Promise<void> {
    const keys = rows.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await this.jobs.add(RemoveFiles, { keys });
  }
}
