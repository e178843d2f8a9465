import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { OutboundInteractive } from '../../../channels/connections/channels/channel.js';
import type { MessageType } from '../../../conversations/messages/message.entity.js';

export interface SandboxCustomer {
  /** null for a recipient of a campaign who is not a contact yet. */
  readonly contactId: number | null;
  readonly number: string;
  readonly name: string;
  /** The number of outbound messages that the customer has not read. */
  readonly unread: number;
  readonly lastMessage: string;
  readonly lastMessageType: string;
}

/** A message as the customer's phone shows it, before the address of its file is added. */
export interface StoredMessage {
  readonly messageId: number;
  readonly connectionId: number;
  readonly number: string;
  readonly id: string;
  readonly fromCustomer: boolean;
  readonly body: string;
  readonly mediaType: MessageType;
  readonly quotedId: string | null;
  /** Reactions of both sides. */
  readonly reactions: readonly string[];
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly isForwarded: boolean;
  /** 2 means delivered, 3 means read. */
  readonly ack: number;
  readonly createdAt: string;
  readonly interactive: OutboundInteractive | null;
  readonly mediaKey: string | null;
  readonly mediaName: string | null;
}

const maxListed = 200;

export const customersOf = (companyId: number, connectionId: number): RawBuilder<SandboxCustomer> => sql`
  select c.id as "contactId", c.number, c.name, t.last_message as "lastMessage", t.last_message_type as "lastMessageType",
    (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.from_me
      and m.ack between 1 and 2) as unread
  from (select distinct on (contact_id) * from tickets where company_id = ${companyId}
    and connection_id = ${connectionId} order by contact_id, id desc) t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  where not c.is_group order by t.updated_at desc limit ${sql.lit(maxListed)}`;

/** What both kinds of campaigns sent on the connection; after a reply the message belongs to a conversation. */
const sentByCampaigns = (companyId: number, connectionId: number): RawBuilder<unknown> => sql`(
  select id, number, name, body, status, sent_at, provider_id, campaign_id from campaign_shipments
  where company_id = ${companyId} and connection_id = ${connectionId} and status in ('sent', 'delivered', 'read')
  union all
  select message_id, number, name, body, status, handled_at, provider_id, null from service_recipients
  where company_id = ${companyId} and connection_id = ${connectionId} and status in ('sent', 'delivered', 'read'))`;

/** Recipients of campaigns on the connection who have no conversation there. */
export const customersOfCampaigns = (companyId: number, connectionId: number): RawBuilder<SandboxCustomer> => sql`
  select c.id as "contactId", s.number, coalesce(nullif(coalesce(c.name, s.name), ''), s.number) as name, s.body as "lastMessage",
    'chat' as "lastMessageType", s.unread
  from (select distinct on (number) number, name, body, sent_at,
      count(*) filter (where status <> 'read') over (partition by number) as unread
    from ${sentByCampaigns(companyId, connectionId)} sent where body is not null order by number, id desc) s
  left join contacts c on c.company_id = ${companyId} and c.number = s.number
  where not exists (select from tickets t where t.company_id = ${companyId} and t.contact_id = c.id
    and t.connection_id = ${connectionId})
  order by s.sent_at desc limit ${sql.lit(maxListed)}`;

const kindOfFile = sql`case when k.media_mime ~ '^(image|audio|video)/' and k.media_mime <> 'image/svg+xml'
  then split_part(k.media_mime, '/', 1) else 'application' end`;

/** The newest messages of campaigns that belong to no conversation, newest first; with the file, unless it was changed. */
export const campaignMessages = (
  companyId: number,
  connectionId: number,
  number: string,
): RawBuilder<StoredMessage> => sql`
  select s.id as "messageId", ${connectionId}::bigint as "connectionId", s.number, coalesce(s.provider_id, 'sandbox-' || s.id) as id,
    false as "fromCustomer", coalesce(s.body, '') as body, k.media_key as "mediaKey", k.media_name as "mediaName",
    case when k.media_key is null then 'chat' else ${kindOfFile} end as "mediaType",
    null as interactive, '[]'::json as reactions, false as "isDeleted", false as "isEdited", false as "isForwarded",
    null as "quotedId", case s.status when 'read' then 3 else 2 end as ack, s.sent_at as "createdAt"
  from ${sentByCampaigns(companyId, connectionId)} s
  left join campaigns k on k.company_id = ${companyId} and k.id = s.campaign_id
    and coalesce(k.files_changed_at <= s.sent_at, true)
  where s.number = ${number} and not exists (select from messages m where m.company_id = ${companyId} and m.id = s.id)
  order by s.id desc limit ${sql.lit(maxListed)}`;

/** The given messages that a phone shows, newest first; an outbound one only once it was sent. */
export const phoneMessagesWithIds = (companyId: number, ids: readonly number[]): Statement<StoredMessage> =>
  phoneMessages(companyId, sql`m.id = any(${ids}::bigint[])`, ids.length);

/** The newest messages with one customer, newest first. */
export const phoneMessagesOf = (companyId: number, connectionId: number, number: string): Statement<StoredMessage> =>
  phoneMessages(companyId, sql`m.connection_id = ${connectionId} and c.number = ${number}`, maxListed);

/** @param where on `m` and `c` */
const phoneMessages = (companyId: number, where: Condition, limit: number): Statement<StoredMessage> => sql`
  select m.id as "messageId", m.connection_id as "connectionId", c.number, coalesce(m.provider_id, 'sandbox-' || m.id) as id,
    not m.from_me as "fromCustomer", case when m.is_deleted then '' else m.body end as body,
    case when not m.is_deleted then m.media_key end as "mediaKey", m.media_name as "mediaName", m.media_type as "mediaType",
    case when m.from_me and not m.is_deleted then m.data->'interactive' end as interactive,
    coalesce((select json_agg(r->>'emoji') from jsonb_array_elements(m.reactions) r where not m.is_deleted), '[]') as reactions,
    m.is_deleted as "isDeleted", m.is_edited as "isEdited", coalesce((m.data->>'forwarded')::boolean, false) as "isForwarded",
    coalesce(o.provider_id, 'sandbox-' || o.id) as "quotedId", case when m.from_me then m.ack when m.read then 3 else 2 end as ack,
    m.created_at as "createdAt"
  from messages m
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  join connections w on w.company_id = m.company_id and w.id = m.connection_id and w.channel = 'sandbox'
  left join messages o on o.company_id = m.company_id and o.id = m.quoted_msg_id
  where m.company_id = ${companyId} and (not m.from_me or m.ack > 0) and ${where}
  order by m.id desc limit ${limit}`;

/** A message that the customer wrote and has not deleted. */
export const ownMessage = (
  companyId: number,
  connectionId: number,
  number: string,
  providerId: string,
): RawBuilder<unknown> => sql`
  select 1 from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.provider_id = ${providerId}
    and c.number = ${number} and not m.from_me and not m.is_deleted`;

/** Outbound messages, including those of campaigns, that the customer has not read. */
export const unreadByCustomer = (
  companyId: number,
  connectionId: number,
  number: string,
): RawBuilder<{ id: number; providerId: string }> => sql`
  select m.id, coalesce(m.provider_id, 'sandbox-' || m.id) as "providerId"
  from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.connection_id = ${connectionId} and c.number = ${number} and m.from_me
    and m.ack between 1 and 2 and (m.provider_id is not null or not m.is_deleted)
  union
  select s.id, s.provider_id from ${sentByCampaigns(companyId, connectionId)} s
  where s.number = ${number} and s.status in ('sent', 'delivered') and s.provider_id is not null
  order by id limit ${sql.lit(maxListed)}`;

export const sandboxConnection = (companyId: number, id: number): RawBuilder<unknown> => sql`
  select 1 from connections where company_id = ${companyId} and id = ${id} and channel = 'sandbox' and deleted_at is null`;

/** The connection and contact number of a sandbox ticket. */
export const phoneOfTicket = (
  companyId: number,
  ticketId: number,
): RawBuilder<{ connectionId: number; number: string }> => sql`
  select t.connection_id as "connectionId", c.number from tickets t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  where t.company_id = ${companyId} and t.id = ${ticketId} and t.channel = 'sandbox'`;
