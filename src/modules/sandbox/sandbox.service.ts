import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../core/clock.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import type { Condition } from '../../core/database/statements.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Events } from '../../core/events/events.js';
import { t } from '../../core/i18n.js';
import { UNNAMED_FILE } from '../../core/requests/upload.js';
import { detectFileType } from '../../core/storage/file-type.js';
import { MediaUrls } from '../../core/storage/media-urls.js';
import { newStorageKey, Storage } from '../../core/storage/storage.js';
import type { InboundEvent, InboundMedia, InboundType, OutboundInteractive } from '../connections/channels/channel.js';
import { connectionErrors } from '../connections/connections.errors.js';
import { InboxService } from '../connections/inbox/inbox.service.js';
import { CustomerTyping } from '../messages/messages.events.js';
import { numberedText } from './numbered-text.js';
import type { SandboxMessageInput } from './sandbox.dto.js';

export interface SandboxCustomer {
  readonly contactId: number;
  readonly number: string;
  readonly name: string;
  /** Messages of ours that the customer has not read. */
  readonly unread: number;
  readonly lastMessage: string;
  readonly lastMessageType: string;
}

/** A message as the customer's phone shows it. */
export interface SandboxMessage {
  readonly id: string;
  readonly fromCustomer: boolean;
  readonly body: string;
  readonly mediaUrl: string | null;
  readonly mediaType: string;
  readonly quotedId: string | null;
  /** Of both sides. */
  readonly reactions: readonly string[];
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly isForwarded: boolean;
  /** 2 arrived, 3 read. */
  readonly ack: number;
  readonly createdAt: string;
}

interface StoredMessage extends Omit<SandboxMessage, 'mediaUrl'> {
  readonly interactive: OutboundInteractive | null;
  readonly mediaKey: string | null;
  readonly mediaName: string | null;
}

export interface SandboxAddress {
  readonly connectionId: number;
  readonly number: string;
}

const pageLimit = 200;
const required = t('Escreva uma mensagem', 'Write a message', 'Escriba un mensaje');
const nothingWritten = () => coreErrors.ERR_VALIDATION({ fields: { body: required } });

/** The customers' side of a sandbox connection. What they do goes through the same door as any provider's word. */
export interface PhoneMessage {
  readonly messageId: number;
  readonly address: SandboxAddress;
  readonly message: SandboxMessage;
}

@Injectable()
export class SandboxService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly media: MediaUrls,
    private readonly inbound: InboxService,
    private readonly events: Events,
  ) {}

  async customers(connectionId: number): Promise<SandboxCustomer[]> {
    await this.assertSandbox(connectionId);
    const { companyId } = this.context;
    return this.db.rows<SandboxCustomer>(
      sql`select c.id as "contactId", c.number, c.name, t.last_message as "lastMessage",
       t.last_message_type as "lastMessageType",
         (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.from_me
           and m.ack between 1 and 2) as unread
       from (select distinct on (contact_id) * from tickets where company_id = ${companyId}
         and whatsapp_id = ${connectionId} order by contact_id, id desc) t
       join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       where not c.is_group order by t.updated_at desc limit ${sql.lit(pageLimit)}`,
    );
  }

  /** The newest messages with one customer, oldest first. */
  async messages(connectionId: number, number: string): Promise<SandboxMessage[]> {
    await this.assertSandbox(connectionId);
    return this.selectMessages(connectionId, sql`c.number = ${number}`);
  }

  /** Those of the messages that a sandbox's phone shows, for live screens. */
  async phoneMessages(messageIds: readonly number[]): Promise<PhoneMessage[]> {
    const addresses = await this.db.rows<SandboxAddress & { messageId: number }>(
      sql`select m.id as "messageId", m.whatsapp_id as "connectionId", c.number from messages m
       join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       join connections w on w.company_id = m.company_id and w.id = m.whatsapp_id and w.channel = 'sandbox'
       where m.company_id = ${this.context.companyId} and m.id = any(${messageIds}::bigint[])`,
    );
    const shown: PhoneMessage[] = [];
    for (const { messageId, ...address } of addresses) {
      const [message] = await this.selectMessages(address.connectionId, sql`m.id = ${messageId}`);
      if (message) shown.push({ messageId, address, message });
    }
    return shown;
  }

  /** The customer writes. Answers the id under which the phone knows the message. */
  async write(
    connectionId: number,
    { from, name, body, media, quotedId }: SandboxMessageInput,
  ): Promise<{ id: string }> {
    await this.assertSandbox(connectionId);
    const text = body ?? '';
    if (text.trim() === '' && !media) throw nothingWritten();
    const id = `customer-${randomUUID()}`;
    const file = media ? await this.storeMedia(media) : null;
    await this.inbound.store(connectionId, [
      {
        kind: 'message',
        eventId: id,
        providerId: id,
        from,
        name,
        group: null,
        timestamp: this.clock.now().getTime(),
        fromMe: false,
        type: file?.type ?? 'chat',
        body: text,
        media: file?.media ?? null,
        quotedProviderId: quotedId ?? null,
        data: null,
        forwarded: false,
      },
    ]);
    return { id };
  }

  /** The customer writes an own message anew, or takes it back (`body` null). @throws 404 for none of theirs */
  async editOrDelete(connectionId: number, number: string, id: string, body: string | null): Promise<void> {
    await this.assertSandbox(connectionId);
    if (body !== null && body.trim() === '') throw nothingWritten();
    const own = await this.db.row(
      sql`select 1 from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       where m.company_id = ${this.context.companyId} and m.whatsapp_id = ${connectionId} and m.provider_id = ${id}
         and c.number = ${number} and not m.from_me and not m.is_deleted`,
    );
    if (!own) throw coreErrors.ERR_NOT_FOUND();
    await this.inbound.store(connectionId, [
      {
        kind: 'change',
        eventId: `change-${randomUUID()}`,
        from: number,
        group: null,
        timestamp: this.clock.now().getTime(),
        fromMe: false,
        targetProviderId: id,
        body,
      },
    ]);
  }

  /** The customer is writing; the phone says so every few seconds. */
  async typing(connectionId: number, number: string): Promise<void> {
    await this.assertSandbox(connectionId);
    this.events.emit(new CustomerTyping(this.context.companyId, connectionId, number));
  }

  /** The customer opens the chat: what we sent is read. */
  async read(connectionId: number, number: string): Promise<void> {
    await this.assertSandbox(connectionId);
    const { companyId } = this.context;
    const rows = await this.db.rows<{ id: number; providerId: string }>(
      sql`select m.id, m.provider_id as "providerId" from messages m join contacts c on c.company_id = m.company_id
       and c.id = m.contact_id
       where m.company_id = ${companyId} and m.whatsapp_id = ${connectionId} and c.number = ${number} and m.from_me
         and m.ack between 1 and 2 and m.provider_id is not null
       order by m.id limit ${sql.lit(pageLimit)}`,
    );
    const timestamp = this.clock.now().getTime();
    await this.inbound.store(
      connectionId,
      rows.map(
        ({ id, providerId }): InboundEvent => ({
          kind: 'status',
          eventId: `${providerId}:read`,
          providerId,
          messageId: id,
          recipient: number,
          status: 'read',
          timestamp,
          error: null,
        }),
      ),
    );
  }

  /** Messages as the phone has them; one of ours is there from the moment it was sent. */
  private async selectMessages(connectionId: number, where: Condition): Promise<SandboxMessage[]> {
    const rows = await this.db.rows<StoredMessage>(
      sql`select coalesce(m.provider_id, 'sandbox-' || m.id) as id, not m.from_me as "fromCustomer", case when m.is_deleted then '' else m.body end as body,
         case when not m.is_deleted then m.media_key end as "mediaKey", m.media_name as "mediaName", m.media_type as "mediaType",
         case when m.from_me and not m.is_deleted then m.data->'interactive' end as interactive,
         coalesce((select json_agg(r->>'emoji') from jsonb_array_elements(m.reactions) r where not m.is_deleted), '[]') as reactions,
         m.is_deleted as "isDeleted", m.is_edited as "isEdited", coalesce((m.data->>'forwarded')::boolean, false) as "isForwarded",
         coalesce(o.provider_id, 'sandbox-' || o.id) as "quotedId", case when m.from_me then m.ack when m.read then 3 else 2 end as ack,
         to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
       from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       left join messages o on o.company_id = m.company_id and o.id = m.quoted_msg_id
       where m.company_id = ${this.context.companyId} and m.whatsapp_id = ${connectionId} and (not m.from_me or m.ack > 0)
         and ${where} order by m.id desc limit ${sql.lit(pageLimit)}`,
    );
    return rows.reverse().map(({ mediaKey, mediaName, interactive, ...row }) => ({
      ...row,
      body: interactive ? numberedText(row.body, interactive) : row.body,
      mediaUrl: mediaKey === null ? null : this.media.sign(mediaKey, { name: mediaName }),
    }));
  }

  private async storeMedia({
    mime,
    name,
    data,
  }: {
    mime: string;
    name: string;
    data: string;
  }): Promise<{ type: InboundType; media: InboundMedia }> {
    const bytes = Buffer.from(data, 'base64');
    const sniffed = await detectFileType(bytes, mime);
    const key = newStorageKey(this.context.companyId, sniffed.extension);
    await this.storage.put(key, bytes, { mime: sniffed.mime });
    const [family] = sniffed.mime.split('/');
    const type = family === 'image' || family === 'audio' || family === 'video' ? family : 'application';
    return {
      type,
      media: {
        ref: key,
        mime: sniffed.mime,
        name: name === UNNAMED_FILE ? null : name,
        sha256: null,
        voice: type === 'audio',
      },
    };
  }

  private async assertSandbox(connectionId: number): Promise<void> {
    const row = await this.db.row(
      sql`select 1 from connections where company_id = ${this.context.companyId} and id = ${connectionId}
       and channel = 'sandbox' and deleted_at is null`,
    );
    if (!row) throw connectionErrors.ERR_NO_WAPP_FOUND();
  }
}
