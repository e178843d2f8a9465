import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import { InTransaction } from '../../core/events/event.js';
import { lockTicket, previewStoredMessage, TicketPreview } from '../tickets/ticket-preview.service.js';
import { TicketMessagesMoved } from '../tickets/tickets.events.js';
import type { Message } from './message.entity.js';

type Columns = 'ticketId' | 'contactId' | 'whatsappId' | 'body' | 'fromMe' | 'read' | 'mediaType' | 'ack';
type OptionalColumns = 'userId' | 'clientMessageId' | 'providerId' | 'participant';

export interface NewMessage extends Readonly<Pick<Message, Columns> & Partial<Pick<Message, OptionalColumns>>> {
  /** Counts as unread. */
  readonly unread: boolean;
  readonly file: NewFile | null;
  /** Our id of the quoted message, or the provider's. */
  readonly quoted: number | string | null;
  readonly status: 'queued' | 'received' | 'sent';
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Milliseconds since 1970, by the sender's clock; default: now. */
  readonly sentAt?: number;
  /** End of the customer service window that it opens. */
  readonly windowUntil?: Date | null;
}

export interface NewFile {
  /** null until downloaded. */
  readonly key: string | null;
  readonly name: string | null;
  readonly mime: string;
  readonly size: number | null;
  /** Its name is not shown. */
  readonly voice: boolean;
}

/** Inserts messages, and keeps the previews of their tickets. */
@Injectable()
export class MessageLog {
  constructor(
    private readonly db: Db,
    private readonly preview: TicketPreview,
  ) {}

  /**
   * Stores a message and refreshes the preview of its ticket, in one statement. The ticket's row is locked first, so that
   * previews follow the order of ids. undefined when a message with the provider's id exists.
   */
  async insert(message: NewMessage): Promise<number | undefined> {
    const { file, quoted, data } = message;
    const previewText = message.body || (file?.voice ? '' : file?.name) || '';
    const row = await this.db.row<{ id: number }>(sql`
  with ticket as materialized (${lockTicket(this.db.companyId, message.ticketId)}),
  stored as (
    insert into messages (company_id, ticket_id, contact_id, whatsapp_id, user_id, body, from_me, read, media_type,
      media_key, media_name,
      media_mime, media_size, quoted_msg_id, client_message_id, status, ack, provider_id, participant, data, sent_at)
    select p.company_id, p.id, ${message.contactId}::bigint, ${message.whatsappId}::bigint,
      ${message.userId ?? null}::bigint, ${message.body}::text, ${message.fromMe}::boolean, ${message.read}::boolean,
      ${message.mediaType}::text, ${file?.key ?? null}::text, ${file?.name ?? null}::text, ${file?.mime ?? null}::text,
      ${file?.size ?? null}::int,
      coalesce(${typeof quoted === 'number' ? quoted : null}::bigint, (select q.id from messages q
        where q.company_id = p.company_id and q.whatsapp_id = ${message.whatsappId}
        and q.provider_id = ${typeof quoted === 'string' ? quoted : null})),
      ${message.clientMessageId ?? null}::uuid, ${message.status}::text, ${message.ack}::int,
        ${message.providerId ?? null}::text, ${message.participant ?? null}::text,
        ${data && JSON.stringify(data)}::jsonb, coalesce(to_timestamp(${message.sentAt ?? null}::float8 / 1000), now())
    from ticket p on conflict (whatsapp_id, provider_id) do nothing returning *)
  ${previewStoredMessage({ text: previewText, unread: message.unread, windowUntil: message.windowUntil ?? null })}`);
    return row?.id;
  }

  /** Locks the ticket row before the message row: one lock order for everything that writes both, as in {@link insert}. */
  async lockTicketOf(messageId: number): Promise<void> {
    await this.preview.lock(sql`
      (select ticket_id from messages where company_id = ${this.db.companyId} and id = ${messageId})`);
  }

  @InTransaction(TicketMessagesMoved)
  async ticketMessagesMoved({ ticketId }: TicketMessagesMoved): Promise<void> {
    await this.refreshPreview([ticketId]);
  }

  /** After messages were edited, deleted, erased or moved. */
  async refreshPreview(ticketIds: readonly number[]): Promise<void> {
    await this.preview.refresh(sql`
      select distinct on (ticket_id) company_id, ticket_id, from_me, ack, sent_at, created_at,
         case when is_deleted then 'deleted' else media_type end as type,
         case when is_deleted or (body = '' and data->'voice' is not null) then ''
           else coalesce(nullif(body, ''), media_name, '') end as body
       from messages where company_id = ${this.db.companyId} and ticket_id = any(${ticketIds}::bigint[])
       order by ticket_id, id desc`);
  }
}
