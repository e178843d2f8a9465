import { type RawBuilder, sql } from 'kysely';
import { listed } from '../../../../core/database/statements.js';
import type { OutOfHoursDepartment } from '../../../channels/connections/connection.entity.js';
import { botMayAnswer } from '../../../conversations/tickets/bot.policy.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { BotState } from '../bot-session.entity.js';

/** A department in a menu. */
export interface MenuQueue {
  readonly id: number;
  readonly name: string;
}

/** The prompt or the integration that answers instead of the menus. */
export interface BotResponder {
  readonly promptId: number | null;
  readonly integrationId: number | null;
}

export interface BotQueue extends MenuQueue, BotResponder {
  readonly greetingMessage: string;
  readonly outOfHoursMessage: string;
  readonly hasOptions: boolean;
}

export interface BotConnection extends BotResponder {
  readonly greetingMessage: string;
  readonly outOfHoursMessage: string;
  readonly maxUseBotQueues: number;
  /** A number of minutes. */
  readonly timeUseBotQueues: number;
  readonly outOfHoursDepartment: OutOfHoursDepartment;
  readonly outOfHoursQueueId: number | null;
  /** The departments in the order of the menu. */
  readonly queues: readonly MenuQueue[];
}

/** The columns of `bot_sessions` that a step reads and writes. */
export interface BotSessionState {
  readonly state: BotState;
  readonly optionId: number | null;
  readonly menus: number;
  /** Whether the out-of-hours message was sent. */
  readonly outOfHours: boolean;
  readonly answered: boolean;
  readonly responderEnded: boolean;
  /** Whether a menu was sent in this step. */
  readonly menuSent: boolean;
  /** Seconds since the last menu before this step; null before the first one. */
  readonly secondsSinceMenu: number | null;
}

export const newSession: BotSessionState = {
  state: 'idle',
  optionId: null,
  menus: 0,
  outOfHours: false,
  answered: false,
  responderEnded: false,
  menuSent: false,
  secondsSinceMenu: null,
};

/** A message of a customer. */
export interface BotMessage {
  readonly id: number;
  readonly body: string;
  /** The id of the pressed button or row. */
  readonly pressed: string | null;
  /** Whether it was stored before this attendance, or received before the current choices were sent. */
  readonly isLate: boolean;
}

/** The newest attendance of a ticket with the data that the bot needs. */
export interface BotContext {
  readonly cycleId: number;
  /** Whether it is the first attendance of the ticket. */
  readonly isFirst: boolean;
  /** Whether an attendant has had the ticket in it, and has not given it back to the bot. */
  readonly attended: boolean;
  /** Whether it was given back to the bot. */
  readonly resumed: boolean;
  /** Whether the company is active and paid (behaviour.md §2). */
  readonly mayWork: boolean;
  readonly connection: BotConnection;
  /** The department of the ticket. */
  readonly queue: BotQueue | null;
  readonly session: BotSessionState | null;
  readonly message: BotMessage | null;
}

/** @param queue alias of the table queues */
const hasOptions = (queue: string): RawBuilder<unknown> => sql`exists (select 1 from queue_options o
  where o.company_id = ${sql.ref(`${queue}.company_id`)} and o.queue_id = ${sql.ref(`${queue}.id`)})`;

/** @param messageIds in the order of the tickets; null: there is no message */
export const botContexts = (
  companyId: number,
  ticketIds: readonly number[],
  messageIds: readonly (number | null)[],
): RawBuilder<BotContext & { ticketId: number }> => sql`
  select t.id as "ticketId", y.id as "cycleId", y.number = 1 as "isFirst", y.started_at is not null and (s.resumed_at is null or s.resumed_at < y.queued_at) as attended,
    s.resumed_at is not null as resumed,
    ${mayWorkSql} as "mayWork",
    json_build_object('greetingMessage', w.greeting_message, 'outOfHoursMessage', w.out_of_hours_message,
      'maxUseBotQueues', w.max_use_bot_queues, 'timeUseBotQueues', w.time_use_bot_queues,
      'promptId', w.prompt_id, 'integrationId', w.integration_id,
      'outOfHoursDepartment', w.out_of_hours_department, 'outOfHoursQueueId', w.out_of_hours_queue_id,
      'queues', coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name)
          order by q.order_queue nulls last, q.name)
        from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
        where cq.company_id = w.company_id and cq.connection_id = w.id), '[]')) as connection,
    case when q.id is not null then json_build_object('id', q.id, 'name', q.name,
      'greetingMessage', coalesce(q.greeting_message, ''), 'outOfHoursMessage', coalesce(q.out_of_hours_message, ''),
      'promptId', q.prompt_id, 'integrationId', q.integration_id, 'hasOptions', ${hasOptions('q')})
      end as queue,
    case when s.id is not null then json_build_object('state', s.state, 'optionId', s.option_id, 'menus', s.menus,
      'outOfHours', s.out_of_hours_at is not null, 'answered', s.answered, 'responderEnded', s.responder_ended,
      'menuSent', false, 'secondsSinceMenu', extract(epoch from clock_timestamp() - s.menu_sent_at)) end as session,
    case when m.id is not null then json_build_object('id', m.id, 'body', m.body, 'pressed', m.data->'reply'->>'id',
      'isLate', coalesce(m.created_at < y.created_at or coalesce(i.created_at, m.created_at) <= s.menu_since, false))
      end as message
  from ${listed('g', { ticket_id: ['bigint', ticketIds], message_id: ['bigint', messageIds] })}
  join tickets t on t.company_id = ${companyId} and t.id = g.ticket_id join companies c on c.id = t.company_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  join lateral (select * from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id
    order by y.number desc limit 1) y on true
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join bot_sessions s on s.company_id = y.company_id and s.cycle_id = y.id
  left join messages m on m.company_id = t.company_id and m.id = g.message_id and m.ticket_id = t.id
  -- when we received it, perhaps long before it could be stored; with a limit, as a plan of a time without events would
  -- read all of them
  left join lateral (select i.created_at from inbox_events i where i.company_id = m.company_id
    and i.connection_id = m.connection_id and i.event_id = m.provider_id limit 1) i on true`;

export const botQueue = (companyId: number, queueId: number): RawBuilder<BotQueue> => sql`
  select id, name, coalesce(greeting_message, '') as "greetingMessage",
    coalesce(out_of_hours_message, '') as "outOfHoursMessage", prompt_id as "promptId",
    integration_id as "integrationId", ${hasOptions('queues')} as "hasOptions"
  from queues where company_id = ${companyId} and id = ${queueId}`;

/** An entry of a department's menu. */
export interface BotOption {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: string;
  readonly message: string;
}

/** All entries of a department, whose number is limited. */
export const optionsOf = (companyId: number, queueId: number): RawBuilder<BotOption> => sql`
  select id, parent_id as "parentId", title, message from queue_options
  where company_id = ${companyId} and queue_id = ${queueId} order by option, id`;

/** What the menu of a customer's conversation, or its flow of typebot, waits to be chosen. */
export const offeredTitles = (
  companyId: number,
  contactId: number,
  connectionId: number,
): RawBuilder<{ title: string }> => sql`
  select o.title from tickets t
  join lateral (select y.id from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id
    order by y.number desc limit 1) y on true
  left join bot_sessions s on s.company_id = t.company_id and s.cycle_id = y.id
  cross join lateral (
    select q.name as title from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
      where s.state = 'menu' and cq.company_id = t.company_id and cq.connection_id = t.connection_id
    union all select o.title from queue_options o where s.state = 'options' and o.company_id = t.company_id
      and o.queue_id = t.queue_id and o.parent_id is not distinct from s.option_id
    union all select jsonb_array_elements_text(f.question->'items') from (select f.question from typebot_sessions f
      where f.company_id = t.company_id and f.ticket_id = t.id order by f.id desc limit 1) f
      where t.integration_id is not null and f.question is not null) o
  where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
    and ${botMayAnswer}`;

/** Whether customers choose the department from the menu of a connection. */
export const isInMenu = (companyId: number, queueId: number): RawBuilder<{ is: boolean }> => sql`
  select exists (select 1 from connection_queues q
    join connections w on w.company_id = q.company_id and w.id = q.connection_id and w.deleted_at is null
    join connection_queues other on other.company_id = q.company_id and other.connection_id = q.connection_id
      and other.queue_id <> q.queue_id
    where q.company_id = ${companyId} and q.queue_id = ${queueId}) as is`;

/** @param isNewMenu whether a menu with new choices was sent */
export const saveSession = (
  companyId: number,
  cycleId: number,
  change: BotSessionState,
  isNewMenu: boolean,
): RawBuilder<{ id: number }> => sql`
  insert into bot_sessions as s (company_id, cycle_id, state, option_id, menus, menu_sent_at, menu_since, out_of_hours_at,
    answered, responder_ended)
  values (${companyId}, ${cycleId}, ${change.state}, ${change.optionId}::bigint, ${change.menus},
    case when ${change.menuSent}::boolean then clock_timestamp() end,
    case when ${isNewMenu}::boolean then clock_timestamp() end,
    case when ${change.outOfHours}::boolean then now() end, ${change.answered}, ${change.responderEnded})
  on conflict (company_id, cycle_id) do update set state = excluded.state, option_id = excluded.option_id,
    menus = excluded.menus, menu_sent_at = coalesce(excluded.menu_sent_at, s.menu_sent_at),
    menu_since = coalesce(excluded.menu_since, s.menu_since),
    out_of_hours_at = case when excluded.out_of_hours_at is not null
      then coalesce(s.out_of_hours_at, excluded.out_of_hours_at) end,
    answered = excluded.answered, responder_ended = excluded.responder_ended, updated_at = now()
  returning id`;

export interface NewChoice {
  readonly queueId: number;
  /** null: the customer chose the department itself. */
  readonly optionId: number | null;
}

export const insertChoices = (
  companyId: number,
  sessionId: number,
  choices: readonly NewChoice[],
): RawBuilder<unknown> => sql`
  insert into bot_choices (company_id, session_id, queue_id, option_id)
  select ${companyId}, ${sessionId}, c.queue_id, c.option_id
  from unnest(${choices.map(({ queueId }) => queueId)}::bigint[], ${choices.map(({ optionId }) => optionId)}::bigint[])
    as c (queue_id, option_id)`;

/** Ends the bot's session in the ticket's newest attendance, even if it has sent nothing yet. */
export const endSession = (companyId: number, ticketId: number): RawBuilder<unknown> => sql`
  insert into bot_sessions (company_id, cycle_id, state, responder_ended)
  select company_id, id, 'ended', true from (select * from ticket_cycles
    where company_id = ${companyId} and ticket_id = ${ticketId} order by number desc limit 1) y
  where started_at is null or exists (
    select from bot_sessions s where s.company_id = y.company_id and s.cycle_id = y.id)
  on conflict (company_id, cycle_id) do update set state = 'ended', responder_ended = true, updated_at = now()`;

/** The bot begins anew in the ticket's newest attendance. */
export const resumeSession = (companyId: number, ticketId: number): RawBuilder<unknown> => sql`
  insert into bot_sessions (company_id, cycle_id, resumed_at)
  select company_id, id, now() from ticket_cycles
    where company_id = ${companyId} and ticket_id = ${ticketId} order by number desc limit 1
  on conflict (company_id, cycle_id) do update set state = 'idle', option_id = null, menus = 0, menu_sent_at = null,
    menu_since = null, out_of_hours_at = null, answered = false, responder_ended = false, resumed_at = now(),
    updated_at = now()`;

/** The newest message of a ticket, if it is the customer's. */
export const unansweredMessage = (companyId: number, ticketId: number): RawBuilder<{ id: number }> => sql`
  select id from (select id, from_me from messages where company_id = ${companyId} and ticket_id = ${ticketId}
    order by id desc limit 1) m where not from_me`;

/** The beginning of a message, and whether it is ours. */
export interface TurnLine {
  readonly fromMe: boolean;
  readonly body: string;
}

export interface AutomaticAnswers {
  readonly ticketId: number;
  /** Messages of the customer that were answered without a person, in this attendance and in the last hour. */
  readonly attendance: number;
  readonly hour: number;
  /** The last messages of the attendance, newest first. */
  readonly lines: readonly TurnLine[] | null;
}

/** How many of a contact's newest messages are looked at. */
const countedMessages = 600;
/** Of how many of them the texts are read. */
const readMessages = 40;

/**
 * What was answered since the attendance began or was given back to the bot, and in the last hour; older messages are
 * not read. Attended conversations are not meant.
 */
export const automaticAnswers = (companyId: number, ticketIds: readonly number[]): RawBuilder<AutomaticAnswers> => {
  const newest = (columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select ${columns} from messages m
      where m.company_id = t.company_id and m.contact_id = t.contact_id and m.connection_id = t.connection_id`;
  return sql`
  select t.id as "ticketId", n.*
  from tickets t
  join lateral (select y.id, y.created_at from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id
    order by y.number desc limit 1) y on true
  left join bot_sessions s on s.company_id = t.company_id and s.cycle_id = y.id
  cross join lateral (
    select count(*) filter (where m.answers and m.ticket_id = t.id
        and m.created_at >= coalesce(s.resumed_at, y.created_at)) as attendance,
      count(*) filter (where m.answers and m.created_at > now() - interval '1 hour'
        and (s.resumed_at is null or m.created_at >= s.resumed_at)) as hour,
      to_json((array_agg(json_build_object('fromMe', m.from_me, 'body', left(m.body, 1000)) order by m.id desc)
        filter (where m.ticket_id = t.id
          and m.created_at >= coalesce(s.resumed_at, y.created_at)))[1:${sql.lit(readMessages)}]) as lines
    from (
      select x.*, x.from_me and x.user_id is null and not lag(x.from_me, 1, true) over (order by x.id) as answers
      from (${newest(sql`m.id, m.ticket_id, m.from_me, m.user_id, m.body, m.created_at`)}
        and m.id > coalesce((select older.id
          from (${newest(sql`m.id, m.created_at`)} order by m.id desc limit ${sql.lit(countedMessages)}) older
          where older.created_at < coalesce(s.resumed_at, least(y.created_at, now() - interval '1 hour'))
          order by older.id desc limit 1), 0)
        order by m.id desc limit ${sql.lit(countedMessages)}) x) m) n
  where t.company_id = ${companyId} and t.id = any(${ticketIds}::bigint[])`;
};

/** The ticket to which a message belongs now. */
export const ticketOfMessage = (companyId: number, messageId: number): RawBuilder<{ id: number }> => sql`
  select ticket_id as id from messages where company_id = ${companyId} and id = ${messageId}`;
