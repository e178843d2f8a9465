import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import type { InboundType } from '../../channels/connections/channels/channel.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import { Contact } from '../../contacts/contacts/contact.entity.js';
import { Ticket } from '../tickets/ticket.entity.js';

export const messageStatuses = [
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  // deleted before it was sent
  'withdrawn',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Only we send a `template`; `call_log` is a customer's call. */
export type MessageType = InboundType | 'template' | 'call_log';

export interface Reaction {
  readonly emoji: string;
  readonly fromMe: boolean;
  /** Number of the customer who reacted; empty for our own reaction. */
  readonly from: string;
}

/** A message of a ticket, from the company or the customer. */
@Entity({ tableName: 'messages' })
@Unique({ properties: ['companyId', 'clientMessageId'] })
@Unique({ properties: ['connectionId', 'providerId'] })
@Index({ name: 'messages_page_index', properties: ['companyId', 'contactId', 'id'] })
@Index({ name: 'messages_ticket_index', properties: ['companyId', 'ticketId', 'id'] })
export class Message extends TenantEntity {
  @ForeignKey(() => Ticket)
  ticketId!: number;

  @ForeignKey(() => Contact)
  contactId!: number;

  @ForeignKey(() => Connection)
  connectionId!: number;

  /** The user who wrote it, also once removed; null for customers' and automatic messages. */
  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  @Property({ type: 'text' })
  body!: string;

  @Property({ type: 'boolean' })
  fromMe!: boolean;

  @Property({ type: 'boolean', default: false })
  read!: boolean;

  @Property({ length: 20, default: 'chat' })
  mediaType!: string;

  /** Storage key of the file. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  /** Storage key of the thumbnail; null until it is made, and where the original is small. */
  @Property({ length: 200, nullable: true })
  thumbMediaKey!: string | null;

  /** Original name of the file, for display. */
  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 100, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;

  @ForeignKey(() => Message, { nullable: true })
  quotedMsgId!: number | null;

  @Property({ type: 'boolean', default: false })
  isDeleted!: boolean;

  @Property({ type: 'boolean', default: false })
  isEdited!: boolean;

  @Property({ length: 12 })
  status!: MessageStatus;

  /** 0 not sent to the provider yet, 1 sent, 2 delivered, 3 read; only increases. */
  @Property({ type: 'smallint', default: 0 })
  ack!: number;

  @Property({ length: 60, nullable: true })
  errorCode!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;

  /** The client generates it, so that a repeated request stores nothing twice. */
  @Property({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  @Property({ length: 200, nullable: true })
  providerId!: string | null;

  /** In groups: who wrote the message. */
  @Property({ length: 100, nullable: true })
  participant!: string | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  reactions: Reaction[] & Opt = [];

  /** Fields of some types only: location, contacts, chosen button, file reference, picture size and others. */
  @Property({ type: 'json', nullable: true })
  data!: Record<string, unknown> | null;

  /** The first link of the text, set when its preview is looked up; with the company it is the preview's key. */
  @Property({ type: 'text', nullable: true })
  linkUrl!: string | null;

  /** Time by the provider's clock; createdAt is by ours. */
  @Property({ type: 'datetime', length: 3 })
  sentAt!: Date;

  /** End of the sender's lease, in status `sending`. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;
}

/** Array of the storage keys of all files of a message with the alias `row`. */
export const fileKeysSql = (row: string): RawBuilder<string[]> => {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${row}.${name}`);
  return sql`array_remove(array[${column('media_key')}, ${column('thumb_media_key')}, ${column('data')}->'channelMedia'->>'key'], null)
    || array(select jsonb_array_elements(${column('data')}->'cardFiles')->>'key')`;
};
