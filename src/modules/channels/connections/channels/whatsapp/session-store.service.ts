import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthenticationCreds, SignalDataSet } from 'baileys';
import { type RawBuilder, sql } from 'kysely';
import { encryptionContext } from '../../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../../core/database/db.js';
import { listed } from '../../../../../core/database/statements.js';
import type { HeldLease } from '../../../../../core/jobs/held-lease.js';
import { isStillHeld } from '../../../../../core/jobs/leases.js';
import type { Engine } from './engine.js';
import { receivedType } from './whatsapp.database.js';
import { WhatsappKey, WhatsappSessionRow } from './whatsapp-session.entity.js';

/** A session that some process should run. */
export interface WantedSession {
  readonly companyId: number;
  readonly connectionId: number;
  readonly generation: number;
}

export interface OwnedSession extends WantedSession {
  readonly epoch: number;
  readonly pairNumber: string | null;
  readonly salt: string;
  /** Encrypted. */
  readonly creds: string | null;
}

const keyContext = ({ companyId, connectionId }: WantedSession, type: string, keyId: string): string =>
  encryptionContext(WhatsappKey, { companyId, connectionId, type, keyId });

/** Another process runs the session now: what was to be written is void. */
export class SessionTaken extends Error {
  constructor() {
    super('Another process runs this session');
  }
}

/**
 * Credentials and keys of sessions, encrypted. Every write asks for the owner's epoch and locks it, so that a process that
 * lost its lease writes nothing into a session that another one has read.
 */
@Injectable()
export class SessionStore {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
  ) {}

  /** Of all companies, without those of removed connections. */
  wanted(): Promise<WantedSession[]> {
    return this.db.platformRows<WantedSession>(sql`
      select s.company_id as "companyId", s.connection_id as "connectionId", s.generation from whatsapp_sessions s
      join connections c on c.company_id = s.company_id and c.id = s.connection_id and c.deleted_at is null
      where s.wanted order by s.connection_id`);
  }

  /** Connects with the paired phone, or where there is none asks for one. */
  async connect(companyId: number, connectionId: number): Promise<void> {
    await this.db.platformRows(sql`
      insert into whatsapp_sessions (company_id, connection_id, wanted, salt)
      values (${companyId}, ${connectionId}, true, ${newSalt()})
      on conflict (connection_id) do update set wanted = true, generation = whatsapp_sessions.generation + 1,
        pair_number = null, updated_at = now()`);
  }

  /** Forgets the phone. */
  async pair(companyId: number, connectionId: number, number: string | null): Promise<void> {
    await this.db.platformRows(sql`
      with paired as (
        insert into whatsapp_sessions (company_id, connection_id, wanted, salt, pair_number)
        values (${companyId}, ${connectionId}, true, ${newSalt()}, ${number})
        on conflict (connection_id) do update set wanted = true, generation = whatsapp_sessions.generation + 1,
          creds = null, epoch = whatsapp_sessions.epoch + 1, pair_number = excluded.pair_number, updated_at = now()
        returning connection_id)
      delete from whatsapp_keys k using paired p where k.connection_id = p.connection_id and k.type <> ${receivedType}`);
  }

  async disconnect(companyId: number, connectionId: number): Promise<void> {
    await this.db.platformRows(sql`
      update whatsapp_sessions set wanted = false, generation = generation + 1, updated_at = now()
      where company_id = ${companyId} and connection_id = ${connectionId}`);
  }

  /** In the transaction that removes the connection. */
  async remove(connectionId: number): Promise<void> {
    const rows = sql`company_id = ${this.db.companyId} and connection_id = ${connectionId}`;
    await this.db.run(sql`delete from whatsapp_keys where ${rows}`);
    await this.db.run(sql`delete from whatsapp_messages where ${rows}`);
    await this.db.run(sql`delete from whatsapp_sessions where ${rows}`);
  }

  /**
   * The owner ends it: nobody connects again until a manager asks.
   * @param forget the phone removed the pairing
   * @returns false where another start has replaced it
   */
  async end(session: OwnedSession, forget: boolean): Promise<boolean> {
    const row = await this.db.platformRow<{ ended: boolean }>(sql`
      with ended as (
        update whatsapp_sessions set wanted = false, creds = case when ${forget} then null else creds end, updated_at = now()
        where connection_id = ${session.connectionId} and epoch = ${session.epoch} returning connection_id),
      forgotten as (
        delete from whatsapp_keys k using ended e
        where k.connection_id = e.connection_id and k.type <> ${receivedType} and ${forget})
      select exists (select from ended) as ended`);
    return row?.ended ?? false;
  }

  /** The phone has removed this device. Nothing where a manager has asked for the session again, or another start has replaced it. */
  async forget({ connectionId, epoch }: OwnedSession): Promise<void> {
    await this.db.platformRows(sql`
      with forgotten as (
        update whatsapp_sessions set creds = null, updated_at = now()
        where connection_id = ${connectionId} and epoch = ${epoch} and not wanted returning connection_id)
      delete from whatsapp_keys k using forgotten f where k.connection_id = f.connection_id and k.type <> ${receivedType}`);
  }

  /** Finds the row of a session, and locks it, while a manager wants it and no other start has replaced it. */
  stillWanted({ connectionId, epoch }: OwnedSession): RawBuilder<object> {
    return sql`select 1 from whatsapp_sessions
      where connection_id = ${connectionId} and epoch = ${epoch} and wanted for share`;
  }

  /**
   * Makes the holder of a lease the owner: waits for writes of the former one and refuses later ones. Each start of a
   * session takes it, so that the one before it in the same process is refused too. Calls that a former owner left
   * unanswered are made again by whoever waits. @returns undefined where it is not wanted, or the lease is another's by now
   */
  take({ connectionId }: WantedSession, lease: HeldLease): Promise<OwnedSession | undefined> {
    const isHolder = isStillHeld(lease);
    return this.db.platformRow<OwnedSession>(sql`
      with unanswered as (
        delete from whatsapp_calls where connection_id = ${connectionId} and claimed_at is not null and result is null
          and ${isHolder})
      update whatsapp_sessions set epoch = epoch + 1, updated_at = now()
      where connection_id = ${connectionId} and wanted and ${isHolder}
      returning company_id as "companyId", connection_id as "connectionId", generation, epoch,
        pair_number as "pairNumber", salt, creds`);
  }

  openCreds(session: OwnedSession, { BufferJSON, initAuthCreds }: Engine): AuthenticationCreds {
    if (session.creds === null) return initAuthCreds();
    return JSON.parse(
      this.cipher.decrypt(session.creds, encryptionContext(WhatsappSessionRow, session)),
      BufferJSON.reviver,
    );
  }

  async keys(session: OwnedSession, type: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.platformRows<{ keyId: string; value: string }>(sql`
      select key_id as "keyId", value from whatsapp_keys
      where connection_id = ${session.connectionId} and type = ${type} and key_id = any(${ids}::text[])`);
    return new Map(
      rows.map(({ keyId, value }) => [keyId, this.cipher.decrypt(value, keyContext(session, type, keyId))]),
    );
  }

  /** In the order in which they were received. */
  async received(session: OwnedSession): Promise<[id: string, text: string][]> {
    const rows = await this.db.platformRows<{ keyId: string; value: string }>(sql`
      select key_id as "keyId", value from whatsapp_keys
      where connection_id = ${session.connectionId} and type = ${receivedType} order by id`);
    return rows.map(({ keyId, value }) => [
      keyId,
      this.cipher.decrypt(value, keyContext(session, receivedType, keyId)),
    ]);
  }

  /**
   * Keys, and the credentials where `creds` is not null, in one statement.
   * @throws SessionTaken when another owner has it
   */
  async write(session: OwnedSession, data: SignalDataSet, creds: string | null, { BufferJSON }: Engine): Promise<void> {
    const entries = Object.entries(data).flatMap(([type, values]) =>
      Object.entries(values ?? {}).map(([keyId, value]) => ({
        type,
        keyId,
        value:
          value === null || value === undefined
            ? null
            : this.cipher.encrypt(JSON.stringify(value, BufferJSON.replacer), keyContext(session, type, keyId)),
      })),
    );
    const { companyId, connectionId, epoch } = session;
    const encrypted =
      creds === null ? null : this.cipher.encrypt(creds, encryptionContext(WhatsappSessionRow, session));
    const row = await this.db.platformRow<{ owned: boolean }>(sql`
      with owned as materialized (
        select connection_id from whatsapp_sessions where connection_id = ${connectionId} and epoch = ${epoch}
        for no key update),
      given as materialized (
        select g.* from ${listed('g', {
          type: ['text', entries.map(({ type }) => type)],
          key_id: ['text', entries.map(({ keyId }) => keyId)],
          value: ['text', entries.map(({ value }) => value)],
        })}, owned),
      stored as (
        insert into whatsapp_keys (company_id, connection_id, type, key_id, value)
        select ${companyId}, ${connectionId}, type, key_id, value from given where value is not null
        on conflict (connection_id, type, key_id) do update set value = excluded.value, updated_at = now()),
      removed as (
        delete from whatsapp_keys k using given g
        where k.connection_id = ${connectionId} and k.type = g.type and k.key_id = g.key_id and g.value is null),
      credentials as (
        update whatsapp_sessions s set creds = ${encrypted}, updated_at = now() from owned o
        where s.connection_id = o.connection_id and ${encrypted}::text is not null)
      select exists (select from owned) as owned`);
    if (!row?.owned) throw new SessionTaken();
  }
}

const newSalt = (): string => randomBytes(16).toString('hex');
