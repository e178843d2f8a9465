import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Encrypted } from '../../../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../../core/database/tenant.entity.js';
import { Connection } from '../../connection.entity.js';

/** The pairing of a connection with a phone. The lease of its id says which process runs it. */
@Entity({ tableName: 'whatsapp_sessions' })
@Unique({ properties: ['connectionId'] })
export class WhatsappSessionRow extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  /** Some process should keep it connected. */
  @Property({ type: 'boolean' })
  wanted!: boolean;

  /** Grows with every request of a manager, after which the owner connects anew. */
  @Property({ type: 'integer', default: 0 })
  generation!: number;

  /** The phone to pair by a code that is typed there; null: by a QR code. */
  @Property({ length: 20, nullable: true })
  pairNumber!: string | null;

  /** Grows with every start, by whichever process: a former owner cannot write keys any more. */
  @Property({ type: 'integer', default: 0 })
  epoch!: number;

  /** Of the ids of our messages; stays when another phone is paired. */
  @Property({ length: 32 })
  salt!: string;

  /** Null: no phone is paired, as after the key of the server was lost. */
  @Encrypted('whatsapp_sessions', {
    by: ['connectionId'],
    nullable: true,
    erase: 'set creds = null, wanted = false, generation = generation + 1',
  })
  creds!: string | null;
}

/** A key or a ratchet of the encryption between phones, or a message that one of them decrypted, until the inbox has it. */
@Entity({ tableName: 'whatsapp_keys' })
@Unique({ properties: ['connectionId', 'type', 'keyId'] })
export class WhatsappKey extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  /** As the library names it: session, pre-key, sender-key, … */
  @Property({ length: 40 })
  type!: string;

  @Property({ length: 255 })
  keyId!: string;

  @Encrypted('whatsapp_keys', { by: ['connectionId', 'type', 'keyId'] })
  value!: string;
}

/** What later calls about a message need: its key, and its content to quote it or to send it again. */
@Entity({ tableName: 'whatsapp_messages' })
@Unique({ properties: ['connectionId', 'providerId'] })
@Index({ properties: ['createdAt'] })
@Index({ properties: ['companyId', 'external'] })
export class WhatsappMessage extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  @Property({ length: 150 })
  providerId!: string;

  /** Number of the customer, or id of the group. */
  @Property({ length: 150 })
  external!: string;

  /** As WhatsApp addresses it. */
  @Property({ length: 150 })
  chat!: string;

  @Property({ type: 'boolean' })
  fromMe!: boolean;

  @Property({ length: 150, nullable: true })
  participant!: string | null;

  /** Kept for 30 days; without it a message is quoted without its text. */
  @Encrypted('whatsapp_messages', { by: ['connectionId', 'providerId'], nullable: true, shortLived: true })
  content!: string | null;
}

/** What a process asks the owner of a session to do. */
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
