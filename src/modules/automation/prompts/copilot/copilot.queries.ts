import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** The prompt for a conversation: that of its department, or of its connection, or the first one of the company. */
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
