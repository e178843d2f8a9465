import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Repetition, Schedule } from '../schedule.entity.js';

/** The timestamp of a local time of the company. @param local `YYYY-MM-DDTHH:mm:ss` */
export const momentOf = (companyId: number, local: string): Statement<{ at: string }> =>
  sql`select ${local}::timestamp at time zone timezone as at from companies where id = ${companyId}`;

/** The date of a timestamp in the company's time zone, as YYYY-MM-DD. */
export const dayOf = (companyId: number, at: Date): Statement<{ day: string }> => sql`
  select to_char(${at.toISOString()}::timestamptz at time zone timezone, 'YYYY-MM-DD') as day
    from companies where id = ${companyId}`;

/** The connection of the contact's newest conversation, unless it was removed. */
export const lastConnectionOf = (companyId: number, contactId: number): Statement<{ id: number }> => sql`
  select w.id from tickets t join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = ${companyId} and t.contact_id = ${contactId} and w.deleted_at is null
  order by t.id desc limit 1`;

type Steps = Readonly<Record<'step' | 'interval', RawBuilder<unknown>>>;

/** Number of steps between two dates, and the interval of `n` steps; both in the company's time zone. */
const steps: Readonly<Record<Exclude<Repetition, 'none'>, Steps>> = {
  daily: { step: sql`(z.after::date - z.first::date)`, interval: sql`make_interval(days => n)` },
  weekly: { step: sql`(z.after::date - z.first::date) / 7`, interval: sql`make_interval(days => 7 * n)` },
  monthly: {
    step: sql`((extract(year from z.after) - extract(year from z.first)) * 12
      + extract(month from z.after) - extract(month from z.first))::int`,
    interval: sql`make_interval(months => n)`,
  },
};

/**
 * The first occurrence after a timestamp, on a later date than the last one. It has the day and time of the first
 * occurrence in the company's time zone. A shorter month uses its last day; a time that a clock change skips moves one
 * hour on.
 */
export function nextOccurrence(
  companyId: number,
  { sendAt, repeatFrom, repeatUntil }: Pick<Schedule, 'sendAt' | 'repeatFrom' | 'repeatUntil'>,
  repetition: Exclude<Repetition, 'none'>,
  after: Date,
): Statement<{ sendAt: string }> {
  const { step, interval } = steps[repetition];
  return sql`
    select o.local at time zone z.timezone as "sendAt"
    from (select timezone, ${repeatFrom.toISOString()}::timestamptz at time zone timezone as first,
        ${after.toISOString()}::timestamptz at time zone timezone as after from companies where id = ${companyId}) z
    cross join lateral (select z.first + ${interval} as local from generate_series(${step}, ${step} + 2) n) o
    where o.local at time zone z.timezone > ${after.toISOString()}::timestamptz
      -- an hour that comes twice is sent once
      and o.local::date > (${sendAt.toISOString()}::timestamptz at time zone z.timezone)::date
      and (${repeatUntil}::date is null or o.local::date <= ${repeatUntil}::date)
    order by o.local limit 1`;
}

/** The contact and the user of a schedule. */
export interface SchedulePeople {
  readonly id: number;
  readonly contact: { readonly id: number; readonly name: string; readonly number: string; readonly isGroup: boolean };
  readonly user: { readonly id: number; readonly name: string } | null;
}

export const peopleOf = (companyId: number, ids: readonly number[]): Statement<SchedulePeople> => sql`
  select s.id,
    (select json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'isGroup', c.is_group) from contacts c
      where c.company_id = s.company_id and c.id = s.contact_id) as contact,
    (select json_build_object('id', u.id, 'name', u.name) from users u
      where u.company_id = s.company_id and u.id = s.user_id) as "user"
  from schedules s
  where s.company_id = ${companyId} and s.id = any(${ids}::bigint[])`;

interface ScheduleOfMessage {
  readonly id: number;
  /** Why the message failed. */
  readonly errorCode: string | null;
  readonly errorText: Localized | null;
  /** Whether another message of the schedule has failed. */
  readonly anotherFailed: boolean;
}

/** The schedule for which the message was sent. */
export const scheduleOfMessage = (companyId: number, messageId: number): Statement<ScheduleOfMessage> => sql`
  select (m.data->>'scheduleId')::bigint as id, m.error_code as "errorCode", m.error_text as "errorText",
    exists (select 1 from messages o where o.company_id = m.company_id and o.ticket_id = m.ticket_id and o.id <> m.id
      and o.status = 'failed' and o.data->>'scheduleId' = m.data->>'scheduleId') as "anotherFailed"
  from messages m
  where m.company_id = ${companyId} and m.id = ${messageId} and jsonb_exists(m.data, 'scheduleId')`;

export const lockSchedule = (companyId: number, id: number): Statement<object> =>
  sql`select id from schedules where company_id = ${companyId} and id = ${id} for update`;

/** @param at the planned time. No row: the schedule was sent, moved or removed meanwhile. */
export const lockDueSchedule = (companyId: number, id: number, at: string): Statement<{ id: number }> => sql`
  select id from schedules where company_id = ${companyId} and id = ${id} and status = 'PENDENTE'
    and send_at = ${at}::timestamptz for update`;

export const forgetUser = (companyId: number, userId: number): Statement =>
  sql`update schedules set user_id = null where company_id = ${companyId} and user_id = ${userId}`;

export const forgetQueue = (companyId: number, queueId: number): Statement =>
  sql`update schedules set queue_id = null where company_id = ${companyId} and queue_id = ${queueId}`;

/** Deletes the schedules of a contact and returns the keys of their files. */
export const removeSchedulesOf = (companyId: number, contactId: number): Statement<{ key: string | null }> => sql`
  delete from schedules where company_id = ${companyId} and contact_id = ${contactId}
   returning media_key as key`;
