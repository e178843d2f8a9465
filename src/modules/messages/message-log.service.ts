import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';

export interface NewMessage {
  readonly ticketId: number;
  readonly contactId: number;
  readonly whatsappId: number;
  /** null: the customer, or the server by itself. */
  readonly userId?: number | null;
  readonly body: string;
  readonly fromMe: boolean;
  readonly read: boolean;
  /** Counts as one that waits for an answer. */
  readonly unread: boolean;
  readonly mediaType: string;
  readonly file: NewFile | null;
  /** Our id of the message it answers, or the provider's. */
  readonly quoted: number | string | null;
  readonly status: 'queued' | 'received' | 'sent';
  readonly ack: number;
  readonly clientMessageId?: string | null;
  readonly providerId?: string;
  readonly participant?: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Milliseconds since 1970, as the sender's clock has it; otherwise now. */
  readonly sentAt?: number;
  /** The window that a customer's message opens on channels that have one. */
  readonly windowUntil?: Date | null;
}

export interface NewFile {
  /** null until it is here. */
  readonly key: string | null;
  readonly name: string | null;
  readonly mime: string;
  readonly size: number | null;
  /** Its name says nothing to people. */
  readonly voice: boolean;
}

/** Every writer of messages goes through here: it keeps what lists show of a conversation's newest message. */
@Injectable()
export class MessageLog {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /**
   * Stores a message and shows it in the lists, in one statement. The conversation's row comes first: whoever holds it
   * writes the newest message. undefined when the provider told of it before.
   */
  async insert(message: NewMessage): Promise<number | undefined> {
    const { file, quoted, data } = message;
    const shown = message.body || (file?.voice ? '' : file?.name) || '';
    const row = await this.db.row<{ id: number }>(sql`
  with place as materialized (select company_id, id from tickets where company_id = ${this.context.companyId}
    and id = ${message.ticketId} for no key update),
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
    from place p on conflict (whatsapp_id, provider_id) do nothing returning *)
  update tickets t set last_message = ${shown}, last_message_from_me = s.from_me, last_message_type = s.media_type,
    last_message_ack = s.ack,
    last_message_at = least(s.sent_at, s.created_at), last_arrival_at = s.created_at,
    unread_messages = t.unread_messages + ${message.unread ? 1 : 0}, window_until = greatest(t.window_until,
      ${message.windowUntil ?? null}::timestamptz),
    updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
  from stored s where t.company_id = s.company_id and t.id = s.ticket_id returning s.id`);
    return row?.id;
  }

  /**
   * Locks the conversation of a message until the commit. Whoever changes a message and its conversation calls this first:
   * one lock order, as {@link insert} has it, in which nobody waits for the other.
   */
  async lockTicketOf(messageId: number): Promise<void> {
    const { companyId } = this.context;
    await this.db.rows(
      sql`select 1 from tickets where company_id = ${companyId} and id = (select ticket_id from messages
       where company_id = ${companyId} and id = ${messageId})
       for no key update`,
    );
  }

  /** Says again what the newest message of each conversation is, after it was written anew, emptied or moved. */
  async refreshPreview(ticketIds: readonly number[]): Promise<void> {
    await this.db.run(
      sql`update tickets t set last_message_from_me = m.from_me, last_message_ack = m.ack,
         last_message_at = least(m.sent_at, m.created_at), last_arrival_at = m.created_at,
         last_message_type = case when m.is_deleted then 'deleted' else m.media_type end,
         last_message = case when m.is_deleted or (m.body = '' and m.data->'voice' is not null) then ''
           else coalesce(nullif(m.body, ''), m.media_name, '') end
       from (select distinct on (ticket_id) * from messages where company_id = ${this.context.companyId}
         and ticket_id = any(${ticketIds}::bigint[]) order by ticket_id, id desc) m
       where t.company_id = m.company_id and t.id = m.ticket_id`,
    );
  }
}
