import { sql } from 'kysely';
import type { Condition } from '../../core/database/statements.js';
import type { Days } from '../../core/resource/page.js';

/** From one day of the company's calendar to another (YYYY-MM-DD), both included, either end open. */
export function withinDays(column: string, { from, until }: Days, companyId: number): Condition[] {
  const midnight = sql`::timestamp at time zone (select timezone from companies where id = ${companyId})`;
  return [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= (${from}::date)${midnight}`] : []),
    ...(until ? [sql<boolean>`${sql.ref(column)} < (${until}::date + 1)${midnight}`] : []),
  ];
}
