import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Passage } from '../answers/system-prompt.js';
import type { KnowledgeSource } from './knowledge-source.entity.js';

export const lockSource = (companyId: number, id: number): Statement =>
  sql`select id from knowledge_sources where company_id = ${companyId} and id = ${id} for update`;

/** Changes nothing when the content of the source has changed meanwhile. */
export const markRead = (source: KnowledgeSource, passages: number): Statement => {
  const { companyId, id, promptId, kind, content, url, mediaKey } = source;
  return sql`
      update knowledge_sources set status = 'ready', error = null, passages = ${passages}, updated_at = now()
      where company_id = ${companyId} and id = ${id} and prompt_id = ${promptId} and kind = ${kind}
        and (content, url, media_key) is not distinct from (${content}::text, ${url}::text, ${mediaKey}::text)`;
};

export const markUnreadable = (companyId: number, id: number, reason: Localized): Statement => sql`
      update knowledge_sources set status = 'failed', error = ${JSON.stringify(reason)}::jsonb, updated_at = now()
      where company_id = ${companyId} and id = ${id}`;

export const insertPassages = (
  { companyId, id, promptId }: Pick<KnowledgeSource, 'companyId' | 'id' | 'promptId'>,
  passages: readonly string[],
): Statement =>
  sql`insert into knowledge_passages (company_id, source_id, prompt_id, position, text)
      select ${companyId}, ${id}, ${promptId}, n, text from unnest(${passages}::text[]) with ordinality as p (text, n)`;

export const removePassages = (companyId: number, sourceId: number): Statement =>
  sql`delete from knowledge_passages where company_id = ${companyId} and source_id = ${sourceId}`;

/** The passages with the most words of the question, best first. */
export const findPassages = (companyId: number, promptId: number, question: string): Statement<Passage> => sql`
      select p.source_id as "sourceId", s.title, p.text
      from search_knowledge(${companyId}, ${promptId}, ${question}) with ordinality f (id, n)
      join knowledge_passages p on p.company_id = ${companyId} and p.id = f.id
      join knowledge_sources s on s.company_id = p.company_id and s.id = p.source_id and s.prompt_id = ${promptId}
      order by f.n`;
