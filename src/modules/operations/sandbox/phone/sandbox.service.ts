import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors, invalidField } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { UNNAMED_FILE } from '../../../../core/requests/upload.js';
import { detectFileType } from '../../../../core/storage/file-type.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { newStorageKey, Storage } from '../../../../core/storage/storage.js';
import type {
  InboundEvent,
  InboundMedia,
  InboundType,
  OutboundInteractive,
} from '../../../channels/connections/channels/channel.js';
import { connectionErrors } from '../../../channels/connections/connections.errors.js';
import { CustomerTyping } from '../../../channels/connections/connections.events.js';
import { InboxService } from '../../../channels/connections/inbox/inbox.service.js';
import { previewWords } from '../../../channels/connections/message-words.dto.js';
import type { SandboxMedia, SandboxMessageInput } from '../sandbox.dto.js';
import {
  campaignMessages,
  customersOf,
  customersOfCampaigns,
  ownMessage,
  phoneMessagesOf,
  phoneMessagesWithIds,
  type SandboxCustomer,
  type StoredMessage,
  sandboxConnection,
  unreadByCustomer,
} from './sandbox.queries.js';

/** A message as the customer's phone shows it. */
export interface SandboxMessage
  extends Omit<StoredMessage, 'messageId' | 'connectionId' | 'number' | 'interactive' | 'mediaKey' | 'mediaName'> {
  readonly mediaUrl: string | null;
}

export interface SandboxAddress {
  readonly connectionId: number;
  readonly number: string;
}

/** A message with the connection and number of the phone that shows it. */
export interface PhoneMessage {
  readonly messageId: number;
  readonly address: SandboxAddress;
  readonly message: SandboxMessage;
}

const emptyMessage = invalidField('body', 'Escreva uma mensagem', 'Write a message', 'Escriba un mensaje');

/** The customers of a sandbox connection; their messages take the same inbound path as with any provider. */
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
    const { companyId } = this.db;
    const [talking, others] = await Promise.all([
      this.db.rows(customersOf(companyId, connectionId)),
      this.db.rows(customersOfCampaigns(companyId, connectionId)),
    ]);
    const { locale } = this.context;
    return [...talking, ...others].map((row) => ({
      ...row,
      lastMessage: previewWords({ ...row, isEmpty: row.lastMessageType === 'chat' }, locale),
    }));
  }

  /** The newest messages with one customer, oldest first. */
  async messages(connectionId: number, number: string): Promise<SandboxMessage[]> {
    await this.assertSandbox(connectionId);
    const found = await this.db.rows(phoneMessagesOf(this.db.companyId, connectionId, number));
    const ofCampaigns = await this.db.rows(campaignMessages(this.db.companyId, connectionId, number));
    return [...found, ...ofCampaigns]
      .map((row) => this.onPhone(row))
      .toSorted((a, b) => a.messageId - b.messageId)
      .map(({ message }) => message);
  }

  /** The given messages that a phone shows, oldest first; an outbound one only once it was sent. */
  async phoneMessages(ids: readonly number[]): Promise<PhoneMessage[]> {
    const rows = await this.db.rows(phoneMessagesWithIds(this.db.companyId, ids));
    return rows.reverse().map((row) => this.onPhone(row));
  }

  private onPhone({
    messageId,
    connectionId,
    number,
    mediaKey,
    mediaName,
    interactive,
    ...row
  }: StoredMessage): PhoneMessage {
    return {
      messageId,
      address: { connectionId, number },
      message: {
        ...row,
        body: interactive ? numberedText(row.body, interactive) : row.body,
        mediaUrl: mediaKey === null ? null : this.media.sign(mediaKey, { name: mediaName }),
      },
    };
  }

  /** Sends a message as the customer. Returns the id by which the phone knows it. */
  async write(
    connectionId: number,
    { from, name, body, media, quotedId }: SandboxMessageInput,
  ): Promise<{ id: string }> {
    await this.assertSandbox(connectionId);
    const text = body ?? '';
    if (text.trim() === '' && !media) throw emptyMessage();
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

  /** Edits the customer's own message, or deletes it if `body` is null. @throws 404 for any other message */
  async editOrDelete(connectionId: number, number: string, id: string, body: string | null): Promise<void> {
    await this.assertSandbox(connectionId);
    if (body !== null && body.trim() === '') throw emptyMessage();
    const own = await this.db.row(ownMessage(this.db.companyId, connectionId, number, id));
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

  /** The customer is typing; the phone repeats this every few seconds. */
  async typing(connectionId: number, number: string): Promise<void> {
    await this.assertSandbox(connectionId);
    this.events.emit(new CustomerTyping({ companyId: this.db.companyId, connectionId, number }));
  }

  /** The customer opens the chat, which marks outbound messages as read. */
  async read(connectionId: number, number: string): Promise<void> {
    await this.assertSandbox(connectionId);
    const rows = await this.db.rows(unreadByCustomer(this.db.companyId, connectionId, number));
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

  private async storeMedia({ mime, name, data }: SandboxMedia): Promise<{ type: InboundType; media: InboundMedia }> {
    const bytes = Buffer.from(data, 'base64');
    const sniffed = await detectFileType(bytes, mime);
    const key = newStorageKey(this.db.companyId, sniffed.extension);
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
    const row = await this.db.row(sandboxConnection(this.db.companyId, connectionId));
    if (!row) throw connectionErrors.ERR_NO_WAPP_FOUND();
  }
}

/** Writes choices as numbered text: the phone has no buttons, so customers type the number. */
export function numberedText(body: string, { header, footer, buttons, sections }: OutboundInteractive): string {
  const choices = [...buttons, ...sections.flatMap(({ rows }) => rows)];
  const lines = choices.map(
    ({ title, description }, index) => `${index + 1}. ${title}${description ? ` – ${description}` : ''}`,
  );
  const parts = [header === null ? '' : `*${header}*`, body, lines.join('\n'), footer === null ? '' : `_${footer}_`];
  return parts.filter((part) => part !== '').join('\n\n');
}
