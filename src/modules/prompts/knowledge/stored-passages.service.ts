import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import type { Localized } from '../../../core/i18n.js';
import type { Passage } from '../answers/system-prompt.js';
import type { KnowledgeSource } from './knowledge-source.entity.js';

/** Texts of a customer by which passages are found. */
const maxQuestion = 1_000;

/** The passages of sources: written when a source was read, found by the words of a question. */
@Injectable()
export class StoredPassages {
  constructor(private readonly db: Db) {}

  /** Instead of those of its last reading; of a source that is removed meanwhile nothing is kept. */
  async replace(
    { id, promptId }: Pick<KnowledgeSource, 'id' | 'promptId'>,
    passages: readonly string[],
  ): Promise<void> {
    const { companyId } = this.db;
    const there = await this.db.run(sql`
      update knowledge_sources set status = 'ready', error = null, passages = ${passages.length}, updated_at = now()
      where company_id = ${companyId} and id = ${id} and prompt_id = ${promptId}`);
    if (there === 0) return;
    await this.db.run(sql`delete from knowledge_passages where company_id = ${companyId} and source_id = ${id}`);
    await this.db.run(sql`insert into knowledge_passages (company_id, source_id, prompt_id, position, text)
      select ${companyId}, ${id}, ${promptId}, n, text from unnest(${passages}::text[]) with ordinality as p (text, n)`);
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
      join knowledge_sources s on s.company_id = p.company_id and s.id = p.source_id
      order by f.n`);
  }
}
