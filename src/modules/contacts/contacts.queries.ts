import { type RawBuilder, sql } from 'kysely';
import type { Days } from '../../core/resource/page.js';

/** The beginning of the first and the end of the last day in the company's time zone. */
export const dayBounds = (
  companyId: number,
  { from, until }: Days,
): RawBuilder<{ from: string | null; until: string | null }> => sql`
  select (${from}::date)::timestamp at time zone timezone as "from",
    (${until}::date + 1)::timestamp at time zone timezone as until
  from companies where id = ${companyId}`;
