import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** The prompt that helps in a conversation: its department's, its connection's, else the company's first. */
export const helpingPrompt = (
  companyId: number,
  { queueId, connectionId }: { queueId: number | null; connectionId: number },
): Statement<{ id: number }> => sql`
  select coalesce(
    (select prompt_id from queues where company_id = ${companyId} and id = ${queueId}::bigint),
    (select prompt_id from connections where company_id = ${companyId} and id = ${connectionId}),
    (select min(id) from prompts where company_id = ${companyId})) as id`;

export const companyName = (companyId: number): Statement<{ name: string }> =>
  sql`select name from companies where id = ${companyId}`;
