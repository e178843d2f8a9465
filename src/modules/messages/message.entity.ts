import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import type { Localized } from '../../core/i18n.js';
import { Connection } from '../connections/connection.entity.js';
import { Contact } from '../contacts/contact.entity.js';
import { Ticket } from '../tickets/ticket.entity.js';
import { User } from '../users/user.entity.js';

export const messageStatuses = [
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  // taken back before anything went out
  'withdrawn',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export interface Reaction {
  readonly emoji: string;
  readonly fromMe: boolean;
  /** Number of the customer who reacted; empty for our own. */
  readonly from: string;
}

/** One message of a conversation, ours or the customer's. */
@Entity({ tableName: 'messages' })
@Unique({ properties: ['companyId', 'clientMessageId'] })
@Unique({ properties: ['whatsappId', 'providerId'] })
@Index({ name: 'messages_page_index', properties: ['companyId', 'contactId', 'id'] })
@Index({ name: 'messages_ticket_index', properties: ['companyId', 'ticketId', 'id'] })
export class Message extends TenantEntity {
  @ForeignKey(() => Ticket)
  ticketId!: number;

  @ForeignKey(() => Contact)
  contactId!: number;

  @ForeignKey(() => Connection)
  whatsappId!: number;

  /** Who of us wrote it; null for customers and for automatic texts. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @Property({ type: 'text' })
  body!: string;

  @Property({ type: 'boolean' })
  fromMe!: boolean;

  @Property({ type: 'boolean', default: false })
  read!: boolean;

  @Property({ length: 20, default: 'chat' })
  mediaType!: string;

  /** Where the file lies in the storage. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  /** A small picture of it, once that is made; nothing where the original is small enough. */
  @Property({ length: 200, nullable: true })
  thumbMediaKey!: string | null;

  /** The name it came with; only for people. */
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

  /** 0 not with the provider yet, 1 sent, 2 delivered, 3 read; only moves up. */
  @Property({ type: 'smallint', default: 0 })
  ack!: number;

  @Property({ length: 60, nullable: true })
  errorCode!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;

  /** Given by the sender, so that a repeated request is the same message. */
  @Property({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  @Property({ length: 200, nullable: true })
  providerId!: string | null;

  /** In a group: who wrote it. */
  @Property({ length: 100, nullable: true })
  participant!: string | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  reactions: Reaction[] & Opt = [];

  /** What only some kinds have: a location, contacts, the chosen button, the provider's reference of a file, the size of a picture. */
  @Property({ type: 'json', nullable: true })
  data!: Record<string, unknown> | null;

  /** The first link of its text, once that may be shown as a card: with the company the key of its preview. */
  @Property({ type: 'text', nullable: true })
  linkUrl!: string | null;

  /** When the provider says it was written; ours is createdAt. */
  @Property({ type: 'datetime', length: 3 })
  sentAt!: Date;

  /** Until then one sender has it (status sending). */
  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;
}

/** SQL: an array of the keys of all files of a message `row`, which go together. */
export const fileKeysSql = (row: string): RawBuilder<string[]> => {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${row}.${name}`);
  return sql`array_remove(array[${column('media_key')}, ${column('thumb_media_key')}, ${column('data')}->'channelMedia'->>'key'], null)`;
};
