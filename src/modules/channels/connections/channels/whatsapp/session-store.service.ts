import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthenticationCreds, SignalDataSet } from 'baileys';
import { encryptionContext } from '../../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../../core/database/db.js';
import type { HeldLease } from '../../../../../core/jobs/held-lease.js';
import type { Engine } from './engine.js';
import { receivedType } from './whatsapp.database.js';
import { WhatsappKey, WhatsappSessionRow } from './whatsapp-session.entity.js';
import {
  endSession,
  keysOf,
  type OwnedSession,
  receivedOf,
  removePairing,
  removeSession,
  requestPairing,
  requestSession,
  stopSession,
  takeSession,
  type WantedSession,
  wantedSessions,
  writeKeys,
} from './whatsapp-sessions.queries.js';

const keyContext = ({ companyId, connectionId }: WantedSession, type: string, keyId: string): string =>
  encryptionContext(WhatsappKey, { companyId, connectionId, type, keyId });

/** Another process runs the session now, so nothing was written. */
export class SessionTaken extends Error {
  constructor() {
    super('Another process runs this session');
  }
}

/**
 * Stores credentials and keys of sessions, encrypted. Every write checks and locks the owner's epoch, so that a process
 * that lost its lease writes nothing into a session that another one has read.
 */
@Injectable()
export class SessionStoreService {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
  ) {}

  /** Sessions of all companies, except those of removed connections. */
  wanted(): Promise<WantedSession[]> {
    return this.db.platformRows(wantedSessions);
  }

  /** Requests a session with the paired phone; without one it asks for a pairing. */
  async connect(companyId: number, connectionId: number): Promise<void> {
    await this.db.platformRows(requestSession(companyId, connectionId, newSalt()));
  }

  /** Requests a session with another phone; the current pairing is removed. */
  async pair(companyId: number, connectionId: number, number: string | null): Promise<void> {
    await this.db.platformRows(requestPairing(companyId, connectionId, { salt: newSalt(), number }));
  }

  async disconnect(companyId: number, connectionId: number): Promise<void> {
    await this.db.platformRows(stopSession(companyId, connectionId));
  }

  /** Runs in the transaction that removes the connection. */
  async remove(connectionId: number): Promise<void> {
    for (const statement of removeSession(this.db.companyId, connectionId)) await this.db.run(statement);
  }

  /**
   * Ends the session for its owner: it is not connected again until a manager requests it.
   * @param forget the phone removed the pairing
   * @returns false when another start has replaced the session
   */
  async end(session: OwnedSession, forget: boolean): Promise<boolean> {
    const row = await this.db.platformRow(endSession(session, forget));
    return row?.ended ?? false;
  }

  /** The phone removed this device. Changes nothing if the session was requested again or another start replaced it. */
  async forget(session: OwnedSession): Promise<void> {
    await this.db.platformRows(removePairing(session));
  }

  /**
   * Makes the holder of a lease the owner: waits for writes of the former owner and refuses later ones. Each start of a
   * session takes it, so an earlier start in the same process is refused too. Unanswered calls of a former owner are
   * made again by their callers. @returns undefined when the session is not wanted or the lease has another holder
   */
  take({ connectionId }: WantedSession, lease: HeldLease): Promise<OwnedSession | undefined> {
    return this.db.platformRow(takeSession(connectionId, lease));
  }

  openCreds(session: OwnedSession, { BufferJSON, initAuthCreds }: Engine): AuthenticationCreds {
    if (session.creds === null) return initAuthCreds();
    return JSON.parse(
      this.cipher.decrypt(session.creds, encryptionContext(WhatsappSessionRow, session)),
      BufferJSON.reviver,
    );
  }

  async keys(session: OwnedSession, type: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.platformRows(keysOf(session, type, ids));
    return new Map(
      rows.map(({ keyId, value }) => [keyId, this.cipher.decrypt(value, keyContext(session, type, keyId))]),
    );
  }

  /** The received messages in their order. */
  async received(session: OwnedSession): Promise<[id: string, text: string][]> {
    const rows = await this.db.platformRows(receivedOf(session));
    return rows.map(({ keyId, value }) => [
      keyId,
      this.cipher.decrypt(value, keyContext(session, receivedType, keyId)),
    ]);
  }

  /**
   * Writes keys, and the credentials unless `creds` is null, in one statement.
   * @throws SessionTaken when another process is the owner
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
    const encrypted =
      creds === null ? null : this.cipher.encrypt(creds, encryptionContext(WhatsappSessionRow, session));
    const row = await this.db.platformRow(writeKeys(session, entries, encrypted));
    if (!row?.owned) throw new SessionTaken();
  }
}

const newSalt = (): string => randomBytes(16).toString('hex');
