import { type RawBuilder, sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Named } from '../../tickets/names/name-cache.service.js';
import { defineTicketMessages } from '../../tickets/queries/ticket-messages.queries.js';
import type { Message, MessageStatus, MessageType, Reaction } from '../message.entity.js';

/** A message as API responses and socket events contain it. */
export interface MessageRow {
  readonly id: number;
  readonly ticketId: number;
  readonly body: string;
  readonly fromMe: boolean;
  readonly read: boolean;
  readonly mediaUrl: string | null;
  /** null until the thumbnail is made, and for small files. */
  readonly thumbUrl: string | null;
  readonly mediaName: string | null;
  readonly mediaMime: string | null;
  readonly mediaSize: number | null;
  readonly mediaType: MessageType;
  readonly quotedMsg: QuotedMessage | null;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly ack: number;
  readonly status: MessageStatus;
  readonly errorCode: string | null;
  readonly errorText: string | null;
  readonly clientMessageId: string | null;
  readonly participant: string | null;
  /** The customer who wrote it, in groups the participant; null for our own messages. */
  readonly contact: MessageContact | null;
  readonly user: Named | null;
  readonly reactions: readonly Reaction[];
  readonly isForwarded: boolean;
  /** Preview of the first link. */
  readonly preview: MessagePreview | null;
  readonly data: Record<string, unknown> | null;
  /** Always null: existing clients parse it in every message. */
  readonly dataJson?: null;
  /** When the message was written, but not later than when it was stored. */
  readonly createdAt: string;
}

export interface MessageContact {
  /** null: the participant is not stored as a contact. */
  readonly id: number | null;
  readonly name: string;
  readonly number: string;
  readonly profilePicUrl: string | null;
}

export interface QuotedMessage {
  readonly id: number;
  readonly body: string;
  readonly fromMe: boolean;
  readonly isDeleted: boolean;
  readonly mediaType: MessageType;
  readonly mediaUrl: string | null;
  readonly contact: { readonly name: string } | null;
  /** The author of a message of the company. */
  readonly user: Named | null;
  readonly dataJson?: null;
}

export interface MessagePreview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly site: string;
  readonly imageUrl: string | null;
  readonly imageWidth: number | null;
  readonly imageHeight: number | null;
}

/** The columns that decide which actions are possible with a message. */
export type StoredMessage = Readonly<
  Pick<Message, 'ticketId' | 'status' | 'fromMe' | 'isDeleted' | 'mediaType' | 'providerId' | 'body' | 'data'> &
    Pick<Message, 'mediaKey' | 'mediaName' | 'mediaMime' | 'mediaSize'>
>;

/**
 * A {@link MessageRow} as the statement selects it: files are storage keys, `user` is an id, `errorText` has all
 * languages, and `data` contains the files of a template's carousel.
 */
export interface StoredRow
  extends Omit<MessageRow, 'errorText' | 'preview' | 'quotedMsg' | 'user' | 'contact' | 'dataJson'> {
  readonly errorText: Localized | null;
  readonly preview: (Omit<MessagePreview, 'imageUrl'> & { readonly key: string | null }) | null;
  readonly quotedMsg:
    | (Omit<QuotedMessage, 'mediaUrl' | 'user' | 'dataJson'> & StoredFile & { readonly user: number | null })
    | null;
  readonly user: number | null;
  readonly contact: MessageContact;
}

export type StoredFile = Pick<StoredMessage, 'mediaKey' | 'mediaName'>;

/** Keys of `data` that are never shown. */
const internalDataKeys = sql`'{mediaRef,channelMedia,copyOf,unconfirmed,transcribingUntil,participantNumber}'::text[]`;

/** Contents of deleted messages are not selected. A contact's name comes first, as a participant may have no id. */
const columns = sql`
  m.id, m.ticket_id as "ticketId", case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe", m.read,
  case when not m.is_deleted then m.media_key end as "mediaUrl", case when not m.is_deleted then m.thumb_media_key end as "thumbUrl", case when not m.is_deleted then m.media_name end as "mediaName",
  m.media_mime as "mediaMime", m.media_size as "mediaSize", not m.is_deleted and coalesce((m.data->>'forwarded')::boolean, false) as "isForwarded",
  m.media_type as "mediaType", m.is_deleted as "isDeleted", m.is_edited as "isEdited", m.ack, m.status, m.error_code as "errorCode",
  m.error_text as "errorText", m.client_message_id as "clientMessageId", m.participant, case when m.is_deleted then '[]' else m.reactions end as reactions,
  case when not m.is_deleted then m.data - ${internalDataKeys} end as data,
  least(m.sent_at, m.created_at) as "createdAt",
  case when m.participant is null then c.name else coalesce(p.name, m.participant) end as "contact.name",
  case when m.participant is null then c.id else p.id end as "contact.id",
  case when m.participant is null then c.number else coalesce(m.participant_number, '') end as "contact.number",
  case when m.participant is null then c.profile_pic_url else p.profile_pic_url end as "contact.profilePicUrl",
  m.user_id as "user",
  case when not m.is_deleted and l.title is not null then json_build_object('url', l.url, 'title', l.title, 'description', l.description,
    'site', l.site, 'key', l.media_key, 'imageWidth', l.image_width, 'imageHeight', l.image_height) end as preview,
  case when o.id is not null and not m.is_deleted then json_build_object('id', o.id, 'body', case when o.is_deleted then '' else left(o.body, 300) end,
    'fromMe', o.from_me, 'isDeleted', o.is_deleted, 'mediaType', o.media_type, 'mediaKey', case when not o.is_deleted then o.media_key end,
    'mediaName', o.media_name, 'contact', case when not o.from_me then json_build_object('name', coalesce(o.participant, c.name)) end,
    'user', o.user_id) end as "quotedMsg"`;

/** A subselect's column, as under row security an expression of `data` cannot use the index of contacts. */
const from = (page: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from (select m.*, m.data->>'participantNumber' as participant_number from (${page}) m offset 0) m
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  left join contacts p on p.company_id = m.company_id and p.number = m.participant_number
  left join link_previews l on l.company_id = m.company_id and l.url = m.link_url
  left join messages o on o.company_id = m.company_id and o.id = m.quoted_msg_id`;

const theTicket = (companyId: number, ticketId: number): RawBuilder<unknown> =>
  sql`tickets t where t.company_id = ${companyId} and t.id = ${ticketId}`;

/** Ids of the ticket and of the contact's earlier tickets on the same connection. */
export const historyTickets = (companyId: number, ticketId: number): RawBuilder<unknown> => sql`
  select h.id from (select t.* from ${theTicket(companyId, ticketId)}) t
    join tickets h on h.company_id = t.company_id and h.contact_id = t.contact_id and h.connection_id = t.connection_id
      and h.id <= t.id order by h.id desc limit 200`;

/** Messages `m` of {@link historyTickets}. */
export const historyOf = (companyId: number, ticketId: number): RawBuilder<unknown> => sql`
  from messages m where m.company_id = ${companyId} and m.contact_id = (select t.contact_id from ${theTicket(companyId, ticketId)})
    and m.ticket_id = any(array(${historyTickets(companyId, ticketId)}))`;

/** The ticket of a contact's number on a connection, unless it is closed. */
export const ticketOfNumber = (
  companyId: number,
  connectionId: number,
  number: string,
): RawBuilder<{ id: number }> => sql`
  select t.id from contacts c join tickets t on t.company_id = c.company_id and t.contact_id = c.id
    where c.company_id = ${companyId} and c.number = ${number} and t.connection_id = ${connectionId}
      and t.status <> 'closed'`;

/** Returns a row when the customer wrote another message before this one in the newest cycle of the ticket. */
export const wroteBefore = (companyId: number, ticketId: number, messageId: number): RawBuilder<unknown> => sql`
  select 1 from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.id < ${messageId}
    and not m.from_me and m.created_at >= (select y.created_at from ticket_cycles y where y.company_id = m.company_id
      and y.ticket_id = m.ticket_id order by y.number desc limit 1) limit 1`;

/** An id that no message has. Whatever is sent outside of conversations gets one, by which providers report on it. */
export const nextMessageId: RawBuilder<number> = sql`nextval('messages_id_seq')`;
export const nextMessageIds = (count: number): RawBuilder<{ id: number }> =>
  sql`select ${nextMessageId} as id from generate_series(1, ${count}::int)`;

/** The tickets of the messages. */
export const ticketsOf = (companyId: number, messageIds: readonly number[]): RawBuilder<unknown> => sql`
  select t.* from tickets t where t.company_id = ${companyId} and t.id in (select m.ticket_id
    from ${listed('i', { id: ['bigint', messageIds] })} join messages m on m.company_id = ${companyId} and m.id = i.id)`;

/**
 * Messages as API responses contain them, newest first.
 * @param page selects from `messages m` and must have a limit
 * @param before CTEs of the statement, from which `page` may select
 */
export const messageRows = (page: RawBuilder<unknown>, before: RawBuilder<unknown> = sql``): Statement<StoredRow> =>
  sql`${before} select ${columns} ${from(page)} order by m.id desc`;

/** A `page` of {@link messageRows}. */
export const messagesWithIds = (companyId: number, ids: readonly number[]): RawBuilder<unknown> => sql`
  select m.* from ${listed('i', { id: ['bigint', ids] })}
  join messages m on m.company_id = ${companyId} and m.id = i.id`;

/** @param lock locks the row until the commit */
export const storedMessage = (
  companyId: number,
  id: number,
  { lock }: { readonly lock: boolean },
): Statement<StoredMessage> => sql`
  select ticket_id as "ticketId", status, from_me as "fromMe", is_deleted as "isDeleted",
     media_type as "mediaType", provider_id as "providerId", body, media_key as "mediaKey",
     media_name as "mediaName", media_mime as "mediaMime", media_size as "mediaSize", data
   from messages where company_id = ${companyId} and id = ${id} ${lock ? sql`for no key update` : sql``}`;

/** A search that compares tickets one by one reads this number of the newest messages of each. */
const comparedPerTicket = 250;

/** Behind automatic texts the last message of a person is looked for among this number of messages. */
const previewedMessages = 50;

/** Whether our own text is that of a bot or of a campaign: it has their mark, or a form that nobody types. */
const isAutomaticSql = (type: RawBuilder<unknown>, text: RawBuilder<unknown>): Condition =>
  sql`(${type} in ('interactive', 'template') or ${text} like ${sql.lit('\u200e%')} or ${text} like ${sql.lit('\u200c%')})`;

const previewOf = sql`n.status, n.participant, n.user_id, n.from_me, n.ack, case when n.is_deleted then 'deleted' else n.media_type end as type,
      case when n.is_deleted then '' when n.body <> '' or n.data->>'voice' = 'true' then n.body else coalesce(n.media_name, '') end as text`;

defineTicketMessages({
  shown: sql`
    (select ${previewOf} from (select n.* from messages n where n.company_id = t.company_id and n.ticket_id = t.id
        order by n.id desc limit ${sql.lit(previewedMessages)}) n
      where t.last_message_from_me and ${isAutomaticSql(sql`t.last_message_type`, sql`t.last_message`)}
        and not (n.from_me and n.user_id is null and ${isAutomaticSql(sql`n.media_type`, sql`n.body`)}) order by n.id desc limit 1)
    union all
    (select ${previewOf} from messages n where n.company_id = t.company_id and n.ticket_id = t.id
      and (t.is_group or t.last_message_from_me) order by n.id desc limit 1)
    limit 1`,
  counts: sql`select count(*) filter (where not x.from_me) as received, count(*) filter (where x.from_me) as sent,
      max(x.sent_at) as last_at
    from messages x where x.company_id = t.company_id and x.ticket_id = t.id and x.status <> 'withdrawn'`,
  search: (companyId, text) => sql`select ticket_id, message_id from search_messages(${companyId}, ${text})`,
  words: (companyId, text) => sql`public.search_query(${companyId}, ${text})`,
  newestWith: (words) => sql`
  select m.id, m.body from (select m.id, m.body, m.words from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id order by m.id desc limit ${sql.lit(comparedPerTicket)}) m
    where m.words @@ ${words} limit 1`,
  hit: sql`select h.body from messages h where h.company_id = t.company_id and h.id = t.hit_id and not h.is_deleted`,
});
