import { type RawBuilder, sql } from 'kysely';
import { among, type Statement } from '../../../../core/database/statements.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import type { Named, NamedColor, NamedConnection } from '../names/name-cache.service.js';
import type { TicketStatus } from '../ticket.entity.js';
import { ticketMessages } from './ticket-messages.queries.js';

export interface TicketContact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly profilePicUrl: string | null;
  readonly isGroup: boolean;
}

/** A ticket as API responses and socket events contain it. */
export interface TicketRow {
  readonly id: number;
  readonly uuid: string;
  readonly code: number;
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly user: Named | null;
  readonly queueId: number | null;
  readonly queue: NamedColor | null;
  readonly whatsappId: number;
  readonly whatsapp: NamedConnection;
  readonly contactId: number;
  readonly contact: TicketContact;
  readonly isGroup: boolean;
  readonly channel: string;
  readonly unreadMessages: number;
  /** The last message of a person, without signature; an automatic text where there is nothing else. */
  readonly lastMessage: string;
  readonly lastMessageFromMe: boolean;
  readonly lastMessageAck: number;
  readonly lastMessageType: string;
  /** The user who wrote the last message. */
  readonly lastMessageUserId: number | null;
  /** Status of the company's own last message while it is not sent; otherwise null. */
  readonly lastMessageStatus: string | null;
  /** In groups: who wrote the last message. */
  readonly lastMessageParticipant: string | null;
  /** When the last message was written; without messages: when the ticket was created. */
  readonly lastMessageAt: string;
  /** When the last message was stored; our own lists have this order. */
  readonly lastArrivalAt: string;
  /** Since when a pending ticket waits for an attendant. */
  readonly waitingSince: string | null;
  /** Until when the customer must be answered (target of the department); null if answered or without a target. */
  readonly firstResponseDue: string | null;
  readonly tags: readonly NamedColor[];
  /** Position in the kanban lane, the highest at the top: a decimal number with any number of digits. */
  readonly kanbanPosition: string;
  /** After this time only templates may be sent; null when the channel has no window. */
  readonly windowUntil: string | null;
  /** The customer's rating of the last cycle: 1 unsatisfied, 2 satisfied, 3 very satisfied. */
  readonly rating: 1 | 2 | 3 | null;
  readonly useIntegration: boolean;
  readonly promptId: number | null;
  readonly integrationId: number | null;
  /** A person has written, or the bots have reached their limit: they do not answer. */
  readonly botPaused: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The row with the name `connectionId`, which services use; only clients call it `whatsappId`. */
export const withConnectionId = ({ whatsappId, ...row }: TicketRow) => ({ ...row, connectionId: whatsappId });

/** As the statement selects it: `tags` are ids, and `firstResponseDue` lacks the minutes of the department. */
export interface StoredTicket extends Omit<TicketRow, 'user' | 'queue' | 'whatsapp' | 'tags'> {
  readonly tags: readonly number[];
}

/** Fields that a search adds to a ticket. */
export interface FoundBySearch {
  /** The newest message with the words; null if the ticket matches in another way. */
  readonly hitId: number | null;
  /** The newest note with the words, if no message has them. */
  readonly hitNoteId: number | null;
  readonly hitBody: string | null;
  /** Number of matching tickets, the same in every row; a minimum unless `counted` is true. */
  readonly matching: number;
  readonly counted: boolean;
}

const previewLength = 200;

/** Of the row alias `t` and of {@link TicketMessagesSource.shown} with the alias `m`. */
export const shownPreview = (length: number): RawBuilder<unknown> => sql`
  left(coalesce(m.text, t.last_message), ${sql.lit(length)}) as "lastMessage", coalesce(m.from_me, t.last_message_from_me) as "lastMessageFromMe",
  coalesce(m.type, t.last_message_type) as "lastMessageType", m.user_id as "lastMessageUserId"`;

const columns = (targetQueueIds: readonly number[]): RawBuilder<unknown> => sql`
  t.id, t.uuid, t.code, t.status, t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.contact_id as "contactId",
  t.is_group as "isGroup", t.channel, t.unread_messages as "unreadMessages", ${shownPreview(previewLength)},
  coalesce(m.ack, t.last_message_ack) as "lastMessageAck",
  case when m.from_me and m.ack = 0 then m.status end as "lastMessageStatus",
  case when t.is_group then m.participant end as "lastMessageParticipant",
  t.last_message_at as "lastMessageAt", t.last_arrival_at as "lastArrivalAt",
  case when t.status = 'pending' then (select y.queued_at from ticket_cycles y
    where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1) end as "waitingSince",
  case when t.status <> 'closed' and t.queue_id = any(${targetQueueIds}::bigint[]) then (
    select y.created_at from (select * from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1) y
    where y.first_response_at is null and y.started_at is distinct from y.created_at) end as "firstResponseDue",
  t.kanban_position::text as "kanbanPosition", t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
  t.bot_paused_at is not null as "botPaused",
  case when t.status = 'closed' then (select y.rating from ticket_cycles y
    where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1) end as rating,
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.window_until as "windowUntil",
  c.id as "contact.id", c.name as "contact.name", c.number as "contact.number", c.email as "contact.email",
  c.profile_pic_url as "contact.profilePicUrl", c.is_group as "contact.isGroup",
  array(select g.tag_id from ticket_tags g where g.company_id = t.company_id and g.ticket_id = t.id) as tags`;

const joins = (): RawBuilder<unknown> => sql`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join lateral (${ticketMessages().shown}) m on true`;

/** Orders of lists, newest first: the spec's, and our own screens', in which only messages move a ticket. */
export const ticketOrders = { updatedAt: 'updated_at', lastMessage: 'last_arrival_at' } as const;
export type TicketOrder = keyof typeof ticketOrders;

export const orderedBy = (order: TicketOrder): RawBuilder<unknown> =>
  sql`order by t.${sql.ref(ticketOrders[order])} desc, t.id desc`;

/**
 * Tickets that `page` selects from `tickets t`, in this order.
 * @param targetQueueIds departments with a target for the first response
 */
export const ticketRows = (
  page: RawBuilder<unknown>,
  order: TicketOrder,
  targetQueueIds: readonly number[],
): Statement<StoredTicket> => sql`select ${columns(targetQueueIds)} from (${page}) t ${joins()} ${orderedBy(order)}`;

/** Like {@link ticketRows} for a search, whose page also selects `hit_id`, `hit_body`, `hit_note_id`, `matching` and `counted`. */
export const foundTicketRows = (
  page: RawBuilder<unknown>,
  order: TicketOrder,
  targetQueueIds: readonly number[],
): Statement<StoredTicket & FoundBySearch> => sql`
  select ${columns(targetQueueIds)}, t.hit_id as "hitId", t.hit_note_id as "hitNoteId", coalesce(t.hit_body, (${ticketMessages().hit}), (
    select h.note from ticket_notes h where h.company_id = t.company_id and h.id = t.hit_note_id)) as "hitBody", t.matching, t.counted
  from (${page}) t ${joins()} ${orderedBy(order)}`;

/** A `page` of {@link ticketRows}. */
export const ticketsWithIds = (companyId: number, ids: readonly number[]): RawBuilder<unknown> =>
  sql`select t.* from tickets t where t.company_id = ${companyId} and ${among('t.id', ids)}`;

/** A `page` of {@link ticketRows}. */
export const ticketWithUuid = (companyId: number, uuid: string): RawBuilder<unknown> =>
  sql`select t.* from tickets t where t.company_id = ${companyId} and t.uuid = ${uuid}`;

/** A cycle; its times are text. */
export interface CycleTimes {
  readonly number: number;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly firstResponseAt: string | null;
  readonly finishedAt: string | null;
  readonly userId: number | null;
}

export interface CycleRow extends Omit<CycleTimes, 'userId'> {
  readonly user: { readonly id: number; readonly name: string } | null;
  /** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
  readonly rating: number | null;
  readonly ratedAt: string | null;
}

const maxListed = 100;

export const cyclesOf = (companyId: number, ticketId: number): Statement<CycleRow> => sql`
  select y.number, y.queued_at as "queuedAt", y.started_at as "startedAt",
    y.first_response_at as "firstResponseAt", y.finished_at as "finishedAt", y.rating,
    y.rated_at as "ratedAt", case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
  from ticket_cycles y left join ${userNames} u on u.company_id = y.company_id and u.id = y.user_id
  where y.company_id = ${companyId} and y.ticket_id = ${ticketId} order by y.number desc limit ${sql.lit(maxListed)}`;
