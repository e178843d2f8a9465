import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import type { ChatUsage } from '../endpoint/completion-stream.js';

/** The first day of the current month in the calendar of the company `c`. */
const thisMonth: RawBuilder<string> = sql`date_trunc('month', now() at time zone c.timezone)::date`;

/** Adds a request to the company's month. @param cost in the company's currency */
export const addUsage = (companyId: number, { input, output }: ChatUsage, cost: number): Statement => sql`
  insert into assistant_months as m (company_id, month, requests, input_tokens, output_tokens, cost)
  select c.id, ${thisMonth}, 1, ${input}::bigint, ${output}::bigint, ${cost}::float8 from companies c where c.id = ${companyId}
  on conflict (company_id, month) do update set requests = m.requests + 1,
    input_tokens = m.input_tokens + excluded.input_tokens, output_tokens = m.output_tokens + excluded.output_tokens,
    cost = m.cost + excluded.cost, updated_at = now()`;

export const tokensOfMonth = (companyId: number): Statement<{ tokens: number }> => sql`
  select m.input_tokens + m.output_tokens as tokens from assistant_months m join companies c on c.id = m.company_id
  where m.company_id = ${companyId} and m.month = ${thisMonth}`;

/** Changes a row the first time in a month. */
export const noteCeiling = (companyId: number): Statement => sql`
  update assistant_months m set ceiling_notified = true, updated_at = now() from companies c
  where c.id = m.company_id and m.company_id = ${companyId} and m.month = ${thisMonth} and not m.ceiling_notified`;

export const noticeReader = (
  companyId: number,
  userId: number,
): Statement<{ email: string; name: string; language: Locale }> =>
  sql`select email, name, language from users where company_id = ${companyId} and id = ${userId} and active`;
