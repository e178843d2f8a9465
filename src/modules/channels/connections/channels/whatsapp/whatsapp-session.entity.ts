import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Encrypted } from '../../../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../../core/database/tenant.entity.js';
import { Connection } from '../../connection.entity.js';

/** The pairing of a connection with a phone. The lease with its id belongs to the process that runs it. */
@Entity({ tableName: 'whatsapp_sessions' })
@Unique({ properties: ['connectionId'] })
export class WhatsappSessionRow extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  /** Whether a process should keep the session connected. */
  @Property({ type: 'boolean' })
  wanted!: boolean;

  /** Increases with every request of a manager, so that the owner connects again. */
  @Property({ type: 'integer', default: 0 })
  generation!: number;

  /** Number of the phone to pair by a typed code; null: it is paired by a QR code. */
  @Property({ length: 20, nullable: true })
  pairNumber!: string | null;

  /** Increases with every start in any process, so that a former owner can no longer write keys. */
  @Property({ type: 'integer', default: 0 })
  epoch!: number;

  /** The salt of our message ids; it stays the same when another phone is paired. */
  @Property({ length: 32 })
  salt!: string;

  /** null: no phone is paired, which is also the case after the server's key was lost. */
  @Encrypted('whatsapp_sessions', {
    by: ['connectionId'],
    nullable: true,
    erase: 'set creds = null, wanted = false, generation = generation + 1',
  })
  creds!: string | null;
}

/** A key or ratchet of the end-to-end encryption, or a decrypted message that the inbox does not have yet. */
@Entity({ tableName: 'whatsapp_keys' })
@Unique({ properties: ['connectionId', 'type', 'keyId'] })
export class WhatsappKey extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  /** The library's name of the type: session, pre-key, sender-key, … */
  @Property({ length: 40 })
  type!: string;

  @Property({ length: 255 })
  keyId!: string;

  @Encrypted('whatsapp_keys', { by: ['connectionId', 'type', 'keyId'] })
  value!: string;
}

/** Data that later calls about a message need: its key, and its content to quote it or send it again. */
@Entity({ tableName: 'whatsapp_messages' })
@Unique({ properties: ['connectionId', 'providerId'] })
@Index({ properties: ['createdAt'] })
@Index({ properties: ['companyId', 'external'] })
export class WhatsappMessage extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  @Property({ length: 150 })
  providerId!: string;

  /** Number of the customer or id of the group. */
  @Property({ length: 150 })
  external!: string;

  /** WhatsApp's address of the chat. */
  @Property({ length: 150 })
  chat!: string;

  @Property({ type: 'boolean' })
  fromMe!: boolean;

  @Property({ length: 150, nullable: true })
  participant!: string | null;

  /** Stored for 30 days; later the message is quoted without its text. */
  @Encrypted('whatsapp_messages', { by: ['connectionId', 'providerId'], nullable: true, shortLived: true })
  content!: string | null;
}

/** A call to the owner of a session. */
@Entity({ tableName: 'whatsapp_calls' })
@Index({ properties: ['connectionId', 'id'] })
@Index({ properties: ['createdAt'] })
export class WhatsappCall extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  @Property({ length: 20 })
  method!: string;

  @Property({ type: 'json' })
  args!: unknown[];

  @Property({ type: 'datetime', length: 3, nullable: true })
  claimedAt!: Date | null;

  @Property({ type: 'json', nullable: true })
  result!: unknown;
}
