import { type RawBuilder, sql } from 'kysely';
import { among, listed, type Statement } from '../../../../core/database/statements.js';
import { lockTickets, previewStoredMessages } from '../../tickets/preview/ticket-preview.queries.js';
import type { Message } from '../message.entity.js';
import { nextMessageId } from '../queries/messages.queries.js';

type Columns = 'ticketId' | 'contactId' | 'connectionId' | 'body' | 'fromMe' | 'read' | 'mediaType' | 'ack';
type OptionalColumns = 'id' | 'userId' | 'clientMessageId' | 'providerId' | 'participant';

export interface NewMessage extends Readonly<Pick<Message, Columns> & Partial<Pick<Message, OptionalColumns>>> {
  readonly file: NewFile | null;
  /** Our id of the quoted message (number), or the provider's (string). */
  readonly quoted: number | string | null;
  readonly status: 'queued' | 'received' | 'sent';
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Milliseconds since 1970 by the sender's clock; without it: now. */
  readonly sentAt?: number;
  /** End of the customer service window that the message opens. */
  readonly windowUntil?: Date | null;
  /** An attendant wrote it, here or on another device: bots stop answering the conversation. */
  readonly byPerson?: boolean;
}

/** A message that the provider has accepted; its id comes from {@link nextMessageId}. */
export type SentMessage = Pick<
  Message,
  'id' | 'ticketId' | 'contactId' | 'connectionId' | 'body' | 'mediaType' | 'providerId' | 'sentAt' | 'data'
> & { readonly status: keyof typeof sentAcks; readonly file: NewFile | null };

const sentAcks = { sent: 1, delivered: 2, read: 3 } as const;

export interface NewFile {
  /** null until the file is downloaded or copied. */
  readonly key: string | null;
  readonly name: string | null;
  readonly mime: string;
  readonly size: number | null;
}

/**
 * Beginning of a statement: stores messages of different tickets as the CTE `stored`, and refreshes the tickets'
 * previews. It locks the tickets' rows first, so that previews follow the order of message ids.
 */
export function storingMessages(companyId: number, messages: readonly NewMessage[]): RawBuilder<unknown> {
  const of = <T>(value: (message: NewMessage) => T): T[] => messages.map(value);
  const ticketIds = of(({ ticketId }) => ticketId);
  return sql`
  with given as materialized (
    select * from ${listed('g', {
      id: ['bigint', of(({ id }) => id ?? null)],
      ticket_id: ['bigint', ticketIds],
      contact_id: ['bigint', of(({ contactId }) => contactId)],
      connection_id: ['bigint', of(({ connectionId }) => connectionId)],
      user_id: ['bigint', of(({ userId }) => userId ?? null)],
      body: ['text', of(({ body }) => body)],
      from_me: ['boolean', of(({ fromMe }) => fromMe)],
      read: ['boolean', of(({ read }) => read)],
      media_type: ['text', of(({ mediaType }) => mediaType)],
      media_key: ['text', of(({ file }) => file?.key ?? null)],
      media_name: ['text', of(({ file }) => file?.name ?? null)],
      media_mime: ['text', of(({ file }) => file?.mime ?? null)],
      media_size: ['int', of(({ file }) => file?.size ?? null)],
      quoted_id: ['bigint', of(({ quoted }) => (typeof quoted === 'number' ? quoted : null))],
      quoted_provider_id: ['text', of(({ quoted }) => (typeof quoted === 'string' ? quoted : null))],
      client_message_id: ['uuid', of(({ clientMessageId }) => clientMessageId ?? null)],
      status: ['text', of(({ status }) => status)],
      ack: ['int', of(({ ack }) => ack)],
      provider_id: ['text', of(({ providerId }) => providerId ?? null)],
      participant: ['text', of(({ participant }) => participant ?? null)],
      data: ['jsonb', of(({ data }) => data && JSON.stringify(data))],
      sent_ms: ['float8', of(({ sentAt }) => sentAt ?? null)],
      window_until: ['timestamptz', of(({ windowUntil }) => windowUntil?.toISOString() ?? null)],
      by_person: ['boolean', of(({ byPerson = false }) => byPerson)],
    })}),
  ticket as materialized (${lockTickets(companyId, ticketIds.length === 1 ? sql`${ticketIds[0]}` : sql`any(${ticketIds}::bigint[])`)}),
  stored as (
    insert into messages (id, company_id, ticket_id, contact_id, connection_id, user_id, body, from_me, read, media_type,
      media_key, media_name, media_mime, media_size, quoted_msg_id, client_message_id, status, ack, provider_id, participant,
      data, sent_at)
    select coalesce(g.id, ${nextMessageId}), p.company_id, p.id, g.contact_id, g.connection_id, g.user_id, g.body, g.from_me, g.read, g.media_type, g.media_key,
      g.media_name, g.media_mime, g.media_size, coalesce(g.quoted_id, (select q.id from messages q
        where q.company_id = p.company_id and q.connection_id = g.connection_id and q.provider_id = g.quoted_provider_id)),
      g.client_message_id, g.status, g.ack, g.provider_id, g.participant, g.data,
      coalesce(to_timestamp(g.sent_ms / 1000), now())
    from given g join ticket p on p.id = g.ticket_id order by g.position
    on conflict (connection_id, provider_id) do nothing returning *),
  shown as (${previewStoredMessages})`;
}

/** Leaves out messages whose provider's id is already stored. */
export const storeMessages = (
  companyId: number,
  messages: readonly NewMessage[],
): Statement<{ id: number; ticketId: number }> =>
  sql`${storingMessages(companyId, messages)} select id, ticket_id as "ticketId" from stored`;

/** The messages stored by {@link storingMessages}, for use in the same statement. */
export const storedMessages: RawBuilder<unknown> = sql`select * from stored`;

/** Changes no row when the message is already stored. */
export const storeSentMessage = (
  companyId: number,
  { id, ticketId, contactId, connectionId, body, mediaType, file, status, providerId, sentAt, data }: SentMessage,
): Statement => sql`
  insert into messages (id, company_id, ticket_id, contact_id, connection_id, body, from_me, read, media_type,
    media_key, media_name, media_mime, media_size, status, ack, provider_id, sent_at, data)
  values (${id}, ${companyId}, ${ticketId}, ${contactId}, ${connectionId}, ${body}, true, true, ${mediaType},
    ${file?.key ?? null}, ${file?.name ?? null}, ${file?.mime ?? null}, ${file?.size ?? null}, ${status},
    ${sentAcks[status]}, ${providerId}, ${sentAt}, ${JSON.stringify(data)})
  on conflict do nothing`;

/** Locks the row of the message's ticket. */
export const lockTicketOfMessage = (companyId: number, messageId: number): Statement<object> =>
  lockTickets(companyId, sql`(select ticket_id from messages where company_id = ${companyId} and id = ${messageId})`);

export const lockTicketsOfMessages = (companyId: number, messageIds: readonly number[]): Statement<object> =>
  lockTickets(
    companyId,
    sql`any(array(select ticket_id from messages where company_id = ${companyId} and ${among('id', messageIds)}))`,
  );

/** The newest message of each ticket, in the columns that {@link TicketPreviewService.refresh} reads. */
export const newestMessages = (companyId: number, ticketIds: readonly number[]): RawBuilder<unknown> => sql`
  select distinct on (ticket_id) company_id, ticket_id, from_me, ack, sent_at, created_at,
     case when is_deleted then 'deleted' else media_type end as type,
     case when is_deleted or (body = '' and data->'voice' is not null) then ''
       else coalesce(nullif(body, ''), media_name, '') end as body
   from messages where company_id = ${companyId} and ticket_id = any(${ticketIds}::bigint[])
   order by ticket_id, id desc`;
