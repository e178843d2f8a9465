import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { OpeningDay } from '../../../platform/companies/working-hours/working-hours.dto.js';

export interface CalendarRow {
  readonly timezone: string;
  readonly company: readonly OpeningDay[] | null;
  /** null if the department uses the default hours, or without a department. */
  readonly queue: readonly OpeningDay[] | null;
  readonly holidays: readonly { readonly date: string; readonly yearly: boolean }[];
}

/** The hours of the company and one of its departments, with the holidays from the day before `from` on. */
export const calendarOf = (companyId: number, queueId: number | null, from: Date): Statement<CalendarRow> => sql`
  select c.timezone, c.schedules as company, q.schedules as queue, (
    select coalesce(json_agg(json_build_object('date', h.date, 'yearly', h.yearly)), '[]') from holidays h
    where h.company_id = c.id and (h.queue_id is null or h.queue_id = ${queueId}::bigint)
      and (h.yearly or h.date >= ${from}::timestamptz::date - 1)) as holidays
  from companies c left join queues q on q.company_id = c.id and q.id = ${queueId}::bigint where c.id = ${companyId}`;
