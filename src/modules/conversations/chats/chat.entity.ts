import { randomUUID } from 'node:crypto';
import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../people/users/user.entity.js';

/** A conversation between users of a company. */
@Entity({ tableName: 'chats' })
@Unique({ properties: ['uuid'] })
@Unique({ properties: ['companyId', 'pair'] })
export class Chat extends TenantEntity {
  @Property({ type: 'uuid' })
  uuid: string & Opt = randomUUID();

  /** Empty for a direct chat, as each member sees the other's name. Once one was removed: the name of that user. */
  @Property({ length: 100 })
  title!: string;

  /** Ids of the two users of a direct chat as `lower:higher`; unique, so two users share one chat. null for a group. */
  @Property({ length: 40, nullable: true })
  pair!: string | null;

  @ForeignKey(() => User)
  ownerId!: number;

  /** Beginning of the last message; empty for a file without a text. */
  @Property({ length: 200, default: '' })
  lastMessage!: string;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastMessageAt: Date & Opt = new Date();
}

@Entity({ tableName: 'chat_users' })
@Unique({ properties: ['companyId', 'chatId', 'userId'] })
@Index({ name: 'chat_users_user_index', properties: ['companyId', 'userId', 'chatId'] })
export class ChatUser extends TenantEntity {
  @ForeignKey(() => Chat, { onDelete: 'cascade' })
  chatId!: number;

  @ForeignKey(() => User)
  userId!: number;

  /** Unread messages are those with a higher id: no counter is kept, so a new message writes no row per member. */
  @Property({ type: IdType, default: 0 })
  lastReadMessageId!: number;
}

export interface ChatReaction {
  readonly emoji: string;
  readonly userId: number;
  readonly name: string;
}

@Entity({ tableName: 'chat_messages' })
@Unique({ properties: ['companyId', 'clientMessageId'] })
@Index({ name: 'chat_messages_page_index', properties: ['companyId', 'chatId', 'id'] })
export class ChatMessage extends TenantEntity {
  @ForeignKey(() => Chat, { onDelete: 'cascade' })
  chatId!: number;

  /** Stays when its author is removed. */
  @Property({ type: IdType, nullable: true })
  senderId!: number | null;

  @Property({ type: 'text' })
  message!: string;

  /** One of the types of customers' messages: chat, image, audio, video or application. */
  @Property({ length: 20, default: 'chat' })
  mediaType!: string;

  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  /** Original name of the file, for display. */
  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 100, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;

  @ForeignKey(() => ChatMessage, { nullable: true })
  quotedId!: number | null;

  /** The client generates it, so that a repeated request stores nothing twice. */
  @Property({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  /** Members mentioned in the text, with the name that follows the @. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  mentions: { id: number; name: string }[] & Opt = [];

  @Property({ type: 'json', defaultRaw: `'[]'` })
  reactions: ChatReaction[] & Opt = [];

  /** Width and height of a picture in pixels; `voice`: the audio is a recording. */
  @Property({ type: 'json', nullable: true })
  data!: { width?: number; height?: number; voice?: true } | null;

  @Property({ type: 'boolean', default: false })
  isEdited!: boolean;

  @Property({ type: 'boolean', default: false })
  isDeleted!: boolean;
}
