import { type RawBuilder, sql } from 'kysely';
import { among, type Condition, type Statement } from '../../../../core/database/statements.js';
import { leaseSeconds } from '../../../../core/jobs/job-lease.js';
import type {
  ChannelRates,
  OutboundInteractive,
  OutboundMedia,
  OutboundTemplate,
} from '../../../channels/connections/channels/channel.js';
import { type StoredChannel, storedChannel } from '../../../channels/connections/queries/connections.queries.js';
import { type RateReservation, ratesOf, reserving } from '../../../channels/connections/sending/send-slots.queries.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import type { Message } from '../message.entity.js';
import { nextMessageId } from '../queries/messages.queries.js';

/** The ticket in which a message is sent, with the fields that decide whether it may be sent and what else happens. */
export interface TicketToAnswer
  extends Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId' | 'contactId' | 'channel' | 'isGroup' | 'windowUntil'>,
    Pick<Ticket, 'connectionId'> {
  /** null: the connection was removed. */
  readonly connectionStatus: string | null;
  /** Automatic texts of actions are deferred until the actions can no longer be undone. */
  readonly hasDeferred: boolean;
  /** No attendant has answered in the current cycle yet. */
  readonly isUnanswered: boolean;
  /** The next message's id, if requested and no text is deferred. The ticket is then locked: ids follow commits. */
  readonly nextMessageId: number | null;
  /** The transaction's time, which stored rows get. */
  readonly now: string;
}

const deferredOf = sql`select from undoable_actions a where a.company_id = t.company_id and a.ticket_id = t.id
      and a.undo->'steps' <> '[]'`;

/** @param next also reserves the id of the next message */
export const ticketToAnswer = (
  companyId: number,
  ticketId: number,
  { next }: { readonly next: boolean },
): RawBuilder<TicketToAnswer> => sql`
  select t.id, t.status, t.user_id as "userId", t.queue_id as "queueId", t.contact_id as "contactId",
    t.connection_id as "connectionId", t.channel, t.is_group as "isGroup", t.window_until as "windowUntil",
    w.status as "connectionStatus",
    exists (${deferredOf}) as "hasDeferred",
    coalesce((select y.first_response_at is null from ticket_cycles y
      where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1), false) as "isUnanswered",
    ${
      next
        ? sql`(select ${nextMessageId} from (select t.id from tickets t where t.company_id = ${companyId} and t.id = ${ticketId}
      and not exists (${deferredOf}) for no key update) l)`
        : sql`null`
    } as "nextMessageId", now()::timestamptz(3) as now
  from tickets t
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null
  where t.company_id = ${companyId} and t.id = ${ticketId}`;

/** A message that is about to be sent, with the fields that decide whether it may be sent. */
export interface SendState {
  readonly id: number;
  readonly status: string;
  /** Milliseconds until the lease of its sender ends. */
  readonly leasedMs: number | null;
  readonly deleted: boolean;
  /** Whether the company is active and has paid. */
  readonly mayWork: boolean;
  readonly connectionId: number;
  readonly channel: string;
  readonly connectionRemoved: boolean;
  readonly disconnected: boolean;
  /** Milliseconds until the pause of the connection ends. */
  readonly pausedMs: number | null;
  readonly messagesPerSecond: number | null;
  readonly recipient: string;
}

const milliseconds = (time: string): RawBuilder<number> =>
  sql`greatest(0, ceil(1000 * extract(epoch from ${sql.ref(time)} - now())))::float8`;

/** @param lock locks the message's row until the commit */
export const sendState = (
  companyId: number,
  messageIds: readonly number[],
  { lock }: { readonly lock: boolean },
): RawBuilder<SendState> => sql`
  select m.id, m.status, ${milliseconds('m.leased_until')} as "leasedMs", m.is_deleted as deleted, m.connection_id as "connectionId",
    ${mayWorkSql} as "mayWork", w.channel,
    w.deleted_at is not null as "connectionRemoved", w.status = 'DISCONNECTED' as disconnected,
    ${milliseconds('w.paused_until')} as "pausedMs",
    w.messages_per_second as "messagesPerSecond", x.number as recipient
  from messages m join companies c on c.id = m.company_id
  join connections w on w.company_id = m.company_id and w.id = m.connection_id
  join contacts x on x.company_id = m.company_id and x.id = m.contact_id
  where m.company_id = ${companyId} and ${among('m.id', messageIds)}
  ${lock ? sql`for no key update of m` : sql``}`;

/** The messages that a client has sent with these ids, in order. */
export const messagesWithClientIds = (
  companyId: number,
  ids: readonly (string | null)[],
): Statement<{ id: number; ticketId: number }> => sql`
  select id, ticket_id as "ticketId" from messages where company_id = ${companyId}
   and ${among('client_message_id', ids, 'uuid')} order by id`;

/** Returns a row when the message belongs to the same contact and connection. */
export const quotableMessage = (
  companyId: number,
  id: number,
  ticket: Pick<Ticket, 'contactId' | 'connectionId'>,
): Statement<object> => sql`
  select 1 from messages where company_id = ${companyId} and id = ${id}
  and contact_id = ${ticket.contactId} and connection_id = ${ticket.connectionId}`;

/** Resets a message so that it is sent again. */
export const requeueMessage = (companyId: number, messageId: number): Statement => sql`
  update messages set status = 'queued', ack = 0, error_code = null, error_text = null, provider_id = null,
   leased_until = null, data = data - 'unconfirmed', updated_at = now()
   where company_id = ${companyId} and id = ${messageId}`;

/** The part of `messages.data` that sending a message needs, depending on its type. */
export interface SendData {
  readonly voice?: boolean;
  readonly forwarded?: boolean;
  /** The recording in the voice format of the channel; screens play the original. */
  readonly channelMedia?: { readonly key: string; readonly mime: string; readonly size: number };
  readonly template?: OutboundTemplate;
  /** Files of a template's carousel, one for each card. */
  readonly cardFiles?: readonly Omit<OutboundMedia, 'open'>[];
  readonly interactive?: OutboundInteractive;
}

export interface ClaimedMessage
  extends Readonly<
    Pick<Message, 'id' | 'ticketId' | 'body' | 'mediaType' | 'mediaKey' | 'mediaName' | 'mediaMime' | 'mediaSize'>
  > {
  readonly to: string;
  readonly data: SendData | null;
  readonly quotedProviderId: string | null;
  readonly byPerson: boolean;
  readonly claimedAt: string;
  /** The connection failed before, or has not been used with these credentials yet. */
  readonly afterFailure: boolean;
  readonly connection: StoredChannel;
}

interface ClaimOptions {
  /** Also claims a message that another process was sending. */
  readonly again?: boolean;
  /** That process has ended, so its lease is ignored. */
  readonly isAbandoned?: boolean;
  /** A condition on the connection `w`. */
  readonly where?: Condition;
}

const leaseEnd = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`;

/** Sets queued messages to sending, with a lease; no row for a message that may not be sent now. */
export const claimMessages = (
  companyId: number,
  messageIds: readonly number[],
  { again = false, isAbandoned = false, where }: ClaimOptions = {},
): RawBuilder<ClaimedMessage> => sql`
  update messages m set status = 'sending', leased_until = ${leaseEnd}, updated_at = now()
  from contacts x, connections w, companies c where x.company_id = m.company_id and x.id = m.contact_id
    and w.company_id = m.company_id and w.id = m.connection_id and c.id = m.company_id
    and m.company_id = ${companyId} and ${among('m.id', messageIds)}
    and (m.leased_until is null or m.leased_until <= now() or ${isAbandoned}::boolean)
    and (m.status = 'queued' and not m.is_deleted or ${again}::boolean and m.status = 'sending')
    and ${mayWorkSql} and w.deleted_at is null and w.status <> 'DISCONNECTED'
    and (w.paused_until is null or w.paused_until <= now())
    ${where ? sql`and ${where}` : sql``}
  returning m.id, m.ticket_id as "ticketId", x.number as "to", m.body, m.media_type as "mediaType", m.media_key as "mediaKey", m.data,
    m.user_id is not null as "byPerson", m.media_name as "mediaName", m.media_mime as "mediaMime", m.media_size as "mediaSize",
    (select o.provider_id from messages o where o.company_id = m.company_id
      and o.id = m.quoted_msg_id) as "quotedProviderId",
    clock_timestamp() as "claimedAt", w.troubles > 0 or w.status = 'OPENING' as "afterFailure",
    ${storedChannel} as connection`;

/** Extends the lease of a message that is still being sent; skips it while its result is being stored. */
export const renewClaim = (companyId: number, messageId: number): RawBuilder<object> => sql`
  update messages set leased_until = ${leaseEnd} where company_id = ${companyId} and id = (
    select m.id from messages m where m.company_id = ${companyId} and m.id = ${messageId} and m.status = 'sending'
    for no key update skip locked)`;

export interface ClaimAttempt extends SendState {
  readonly claimed: ClaimedMessage | null;
  /** The reservation of the provider's rate. */
  readonly slot: RateReservation | null;
}

/**
 * The states before the claim, and the messages that were claimed: those of channels without a rate, and one of a
 * channel with a rate if its slot is free now.
 */
export const stateAndClaim = (
  companyId: number,
  messageIds: readonly number[],
  rates: Readonly<Record<string, ChannelRates>>,
): RawBuilder<ClaimAttempt> => {
  const unrated: Condition = sql`w.channel not in (${sql.join(Object.keys(rates).map((name) => sql.lit(name)))})`;
  const isFree: Condition = sql`exists (select from slot l where l.taken and l."waitMs" = 0)`;
  const isSingle = messageIds.length === 1;
  const target = sql`
    select ${companyId}::bigint as company_id, s."connectionId" as connection_id, s.recipient,
      coalesce(s."messagesPerSecond", r.per_second) as per_second, r.pair_every, r.pair_ahead
    from state s join ${ratesOf(rates)} on r.channel = s.channel
    where s.status = 'queued' and not s.deleted and s."mayWork" and not s."connectionRemoved" and not s.disconnected
      and coalesce(s."pausedMs", 0) = 0 and coalesce(s."leasedMs", 0) = 0`;
  return sql`
  with state as materialized (${sendState(companyId, messageIds, { lock: false })}),
  ${isSingle ? sql`${reserving(target)},` : sql``}
  claimed as (${claimMessages(companyId, messageIds, { where: isSingle ? sql`(${unrated} or ${isFree})` : unrated })})
  select s.*, (select to_json(k) from claimed k where k.id = s.id) as claimed,
    ${isSingle ? sql`(select to_json(l) from slot l)` : sql`null::json`} as slot
  from state s`;
};

/** A message that the provider has, or may have, received. */
export interface ProviderMessage {
  readonly status: string;
  readonly connectionId: number;
  readonly to: string;
  readonly targetProviderId: string | null;
}

export const providerMessage = (companyId: number, messageId: number): RawBuilder<ProviderMessage> => sql`
  select m.status, m.connection_id as "connectionId", c.number as "to", m.provider_id as "targetProviderId"
  from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.id = ${messageId}`;

/** Values of the variables of texts in a ticket, and other fields that automatic texts need. */
export interface TicketVariables {
  readonly name: string;
  readonly email: string;
  readonly number: string;
  readonly timezone: string;
  readonly code: number;
  readonly queue: string | null;
  /** Name of the attendant. */
  readonly user: string | null;
  readonly complationMessage: string;
  readonly ratingMessage: string;
  readonly contactId: number;
  readonly connectionId: number;
  readonly windowUntil: string | null;
}

export const ticketVariables = (companyId: number, ticketId: number): RawBuilder<TicketVariables> => sql`
  select c.name, c.email, c.number, co.timezone, t.code, q.name as queue, u.name as "user",
    w.complation_message as "complationMessage", w.rating_message as "ratingMessage", t.contact_id as "contactId",
    t.connection_id as "connectionId", t.window_until as "windowUntil"
  from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  join companies co on co.id = t.company_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.company_id = ${companyId} and t.id = ${ticketId}`;

/** An example customer with a fictitious name, the next protocol number and the first department. */
export const exampleVariables = (
  companyId: number,
): RawBuilder<Pick<TicketVariables, 'name' | 'timezone' | 'code' | 'queue'>> => sql`
  select 'Maria Souza' as name, c.timezone, c.last_ticket_code + 1 as code,
    (select q.name from queues q where q.company_id = c.id order by q.order_queue, q.name limit 1) as queue
  from companies c where c.id = ${companyId}`;

/** The greeting that a user sent in the ticket within the last seconds. */
export const greetingOf = (
  companyId: number,
  ticketId: number,
  userId: number,
  seconds: number,
): Statement<{ id: number }> => sql`
  select id from messages where company_id = ${companyId} and ticket_id = ${ticketId} and from_me
   and user_id is null and (data->>'greetingOf')::bigint = ${userId}
   and created_at > now() - make_interval(secs => ${seconds}) order by id desc limit 1`;
