import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Passage } from '../answers/system-prompt.js';
import type { KnowledgeSource } from './knowledge-source.entity.js';

/** Texts of a customer by which passages are found. */
const maxQuestion = 1_000;

/** The passages of sources: written when a source was read, found by the words of a question. */
@Injectable()
export class StoredPassages {
  constructor(private readonly db: Db) {}

  /** Instead of those of its last reading; of a source that was changed or removed meanwhile nothing is kept. */
  async replace(source: KnowledgeSource, passages: readonly string[]): Promise<void> {
    const { id, promptId, kind, content, url, mediaKey } = source;
    const { companyId } = this.db;
    const there = await this.db.run(sql`
      update knowledge_sources set status = 'ready', error = null, passages = ${passages.length}, updated_at = now()
      where company_id = ${companyId} and id = ${id} and prompt_id = ${promptId} and kind = ${kind}
        and (content, url, media_key) is not distinct from (${content}::text, ${url}::text, ${mediaKey}::text)`);
    if (there === 0) return;
    await this.remove(id);
    await this.db.run(sql`insert into knowledge_passages (company_id, source_id, prompt_id, position, text)
      select ${companyId}, ${id}, ${promptId}, n, text from unnest(${passages}::text[]) with ordinality as p (text, n)`);
  }

  async remove(sourceId: number): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(sql`delete from knowledge_passages where company_id = ${companyId} and source_id = ${sourceId}`);
  }

  /** What was read before stays. */
  async fail({ id }: Pick<KnowledgeSource, 'id'>, reason: Localized): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(sql`
      update knowledge_sources set status = 'failed', error = ${JSON.stringify(reason)}::jsonb, updated_at = now()
      where company_id = ${companyId} and id = ${id}`);
  }

  /** The passages of a prompt that have most of the question's words, best first. */
  find(promptId: number, question: string): Promise<Passage[]> {
    const { companyId } = this.db;
    return this.db.rows<Passage>(sql`
      select p.source_id as "sourceId", s.title, p.text
      from search_knowledge(${companyId}, ${promptId}, ${question.slice(-maxQuestion)}) with ordinality f (id, n)
      join knowledge_passages p on p.company_id = ${companyId} and p.id = f.id
      join knowledge_sources s on s.company_id = p.company_id and s.id = p.source_id and s.prompt_id = ${promptId}
      order by f.n`);
  }
}
