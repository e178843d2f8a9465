import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import { botMark } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';

/** Further tickets wait for the next minute. */
const mostPerRun = 2000;

/** Limits a query to one ticket; without it, it reads those of all companies. */
interface OneTicket {
  readonly companyId: number;
  readonly ticketId: number;
}

const isTicket = (ticket: OneTicket | undefined): Condition =>
  ticket ? sql`t.company_id = ${ticket.companyId} and t.id = ${ticket.ticketId}` : sql`true`;

/** The rows of `connections w` whose company is active and paid (behaviour.md §2). */
const workingConnections = sql`
  connections w join companies c on c.id = w.company_id and ${mayWorkSql}`;

export interface DueTransfer {
  readonly ticketId: number;
  readonly queueId: number;
}

/**
 * Tickets that have waited without a department for as long as their connection says (`timeToTransfer`), except those
 * that a prompt or an integration answers.
 */
export const dueTransfers = (ticket?: OneTicket): RawBuilder<DueTransfer & { readonly companyId: number }> => sql`
  select t.company_id as "companyId", t.id as "ticketId", w.transfer_queue_id as "queueId", y.due
  from ${workingConnections}
  join tickets t on t.company_id = w.company_id and t.connection_id = w.id and t.status = 'pending' and t.queue_id is null
    and t.user_id is null and not t.is_group
    and (t.bot_paused_at is not null or t.prompt_id is null and t.integration_id is null)
  join lateral (select y.queued_at + make_interval(mins => w.time_to_transfer) as due from ticket_cycles y
    where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1) y on y.due <= now()
  where w.deleted_at is null and w.time_to_transfer > 0 and w.transfer_queue_id is not null and ${isTicket(ticket)}`;

export interface DueClosing {
  readonly ticketId: number;
  readonly cycleId: number;
  /** `remind`: the customer is told that the ticket will be closed. */
  readonly action: 'remind' | 'close';
  /** The company's reminder; '' when there is none. */
  readonly reminder: string;
  /** The connection's message for the closing. */
  readonly message: string;
}

/** Whether the last message of `tickets t` is from a user or a program, not a text that the server sends by itself. */
const endsWithWord: Condition = sql`(select m.user_id is not null or not starts_with(m.body, ${botMark}::text)
  from messages m where m.company_id = t.company_id and m.ticket_id = t.id order by m.id desc limit 1)`;

/**
 * Tickets whose customer has not written for `expiresTicket` minutes after our last message was sent; a reminder is due
 * earlier by its minutes. Either an attendant wrote last, or the bot waits for the customer: a ticket that waits for a
 * person or the next opening is not closed. After a reminder its minutes start again.
 */
export const dueClosings = (ticket?: OneTicket): RawBuilder<DueClosing & { readonly companyId: number }> => sql`
  select d.* from (
    select t.company_id as "companyId", t.id as "ticketId", y.id as "cycleId",
      w.expires_inactive_message as message, r.text as reminder,
      case when r.minutes > 0 and (b.reminded_at is null or b.reminded_at < t.last_arrival_at) then 'remind' else 'close'
        end as action,
      case when b.reminded_at >= t.last_arrival_at then b.reminded_at + make_interval(mins => r.minutes)
        else t.last_arrival_at + make_interval(mins => w.expires_ticket - r.minutes) end as due
    from ${workingConnections}
    cross join lateral (
      select case when s.text <> '' and s.minutes < w.expires_ticket then s.minutes else 0 end as minutes, s.text
      from (select coalesce(max(value::int) filter (where key = 'inactivityReminderMinutes' and value ~ '^[0-9]{1,6}$'), 0)
            as minutes,
          coalesce(max(btrim(value)) filter (where key = 'inactivityReminderMessage'), '') as text
        from settings where company_id = w.company_id) s) r
    join tickets t on t.company_id = w.company_id and t.connection_id = w.id and t.status in ('open', 'pending')
      and not t.is_group and t.last_message_from_me and t.last_message_ack > 0
      and t.last_arrival_at <= now() - make_interval(mins => least(w.expires_ticket - r.minutes, greatest(r.minutes, 1)))
    join lateral (select y.id, y.started_at, y.queued_at from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id
      order by y.number desc limit 1) y on true
    left join bot_sessions b on b.company_id = t.company_id and b.cycle_id = y.id
    where w.deleted_at is null and w.expires_ticket > 0 and ${isTicket(ticket)}
      and case when t.status = 'open' then b.reminded_at >= t.last_arrival_at or ${endsWithWord}
        else (y.started_at is null or b.resumed_at >= y.queued_at) and b.state in ('menu', 'options', 'responder')
          and (b.out_of_hours_at is null or b.out_of_hours_at < t.last_arrival_at) end) d
  where d.due <= now()`;

/** One job for each due ticket without a job, the longest due first; the job checks again with the ticket locked. */
export const jobsOf = (name: string, due: RawBuilder<{ readonly ticketId: number }>): RawBuilder<SelectedJob> => sql`
  select "companyId" as company_id, jsonb_build_object('ticketId', "ticketId") as payload,
    ${name}::text || ':' || "ticketId" as key, now() as run_at
  from (${due}) d where not exists (select from outbox_jobs j where j.key = ${name}::text || ':' || d."ticketId")
  order by d.due limit ${sql.lit(mostPerRun)}`;

export const saveReminder = (companyId: number, cycleId: number): RawBuilder<unknown> => sql`
  insert into bot_sessions (company_id, cycle_id, reminded_at) values (${companyId}, ${cycleId}, now())
  on conflict (company_id, cycle_id) do update set reminded_at = now(), updated_at = now()`;
