import { sql } from 'kysely';
import { listed, type Statement } from '../../../../../core/database/statements.js';
import type { HeldLease } from '../../../../../core/jobs/held-lease.js';
import { isStillHeld } from '../../../../../core/jobs/leases.queries.js';
import type { ConnectionStatus } from '../../connection.entity.js';
import { receivedType } from './whatsapp.database.js';

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

/** The sessions of all companies: a process asks whether there is anything to run. */
export const countSessions: Statement<{ count: number }> = sql`select count(*)::int as count from whatsapp_sessions`;

/** Sessions of all companies, except those of removed connections. */
export const wantedSessions: Statement<WantedSession> = sql`
      select s.company_id as "companyId", s.connection_id as "connectionId", s.generation from whatsapp_sessions s
      join connections c on c.company_id = s.company_id and c.id = s.connection_id and c.deleted_at is null
      where s.wanted order by s.connection_id`;

/** Requests a session with the paired phone; without one it asks for a pairing. */
export const requestSession = (companyId: number, connectionId: number, salt: string): Statement => sql`
      insert into whatsapp_sessions (company_id, connection_id, wanted, salt)
      values (${companyId}, ${connectionId}, true, ${salt})
      on conflict (connection_id) do update set wanted = true, generation = whatsapp_sessions.generation + 1,
        pair_number = null, updated_at = now()`;

/** Requests a session with another phone: the keys of the paired one are removed. */
export const requestPairing = (
  companyId: number,
  connectionId: number,
  { salt, number }: { readonly salt: string; readonly number: string | null },
): Statement => sql`
      with paired as (
        insert into whatsapp_sessions (company_id, connection_id, wanted, salt, pair_number)
        values (${companyId}, ${connectionId}, true, ${salt}, ${number})
        on conflict (connection_id) do update set wanted = true, generation = whatsapp_sessions.generation + 1,
          creds = null, epoch = whatsapp_sessions.epoch + 1, pair_number = excluded.pair_number, updated_at = now()
        returning connection_id)
      delete from whatsapp_keys k using paired p
      where k.company_id = ${companyId} and k.connection_id = p.connection_id and k.type <> ${receivedType}`;

export const stopSession = (companyId: number, connectionId: number): Statement => sql`
      update whatsapp_sessions set wanted = false, generation = generation + 1, updated_at = now()
      where company_id = ${companyId} and connection_id = ${connectionId}`;

/** Removes all data of a connection's session, with one statement for each table. */
export const removeSession = (companyId: number, connectionId: number): Statement[] => {
  const rows = sql`company_id = ${companyId} and connection_id = ${connectionId}`;
  return [
    sql`delete from whatsapp_keys where ${rows}`,
    sql`delete from whatsapp_messages where ${rows}`,
    sql`delete from whatsapp_sessions where ${rows}`,
  ];
};

/** @param forget also removes the pairing @returns `ended` is false when another start has replaced the session */
export const endSession = (
  { companyId, connectionId, epoch }: OwnedSession,
  forget: boolean,
): Statement<{ ended: boolean }> => sql`
      with ended as (
        update whatsapp_sessions set wanted = false, creds = case when ${forget} then null else creds end, updated_at = now()
        where company_id = ${companyId} and connection_id = ${connectionId} and epoch = ${epoch} returning connection_id),
      forgotten as (
        delete from whatsapp_keys k using ended e
        where k.company_id = ${companyId} and k.connection_id = e.connection_id and k.type <> ${receivedType} and ${forget})
      select exists (select from ended) as ended`;

/** Removes the pairing, unless the session is wanted or another start has replaced it. */
export const removePairing = ({ companyId, connectionId, epoch }: OwnedSession): Statement => sql`
      with forgotten as (
        update whatsapp_sessions set creds = null, updated_at = now()
        where company_id = ${companyId} and connection_id = ${connectionId} and epoch = ${epoch} and not wanted returning connection_id)
      delete from whatsapp_keys k using forgotten f
      where k.company_id = ${companyId} and k.connection_id = f.connection_id and k.type <> ${receivedType}`;

/** Finds and locks the row of a session while a manager wants it and no other start has replaced it. */
export const stillWanted = ({
  companyId,
  connectionId,
  epoch,
}: OwnedSession): Statement => sql`select 1 from whatsapp_sessions
      where company_id = ${companyId} and connection_id = ${connectionId} and epoch = ${epoch} and wanted for share`;

/**
 * Begins another epoch and removes unanswered calls while the lease is valid. There is no row if the lease is lost or
 * the session is not wanted. As platform: a process acquires sessions of all companies, each by its connection.
 */
export const takeSession = (connectionId: number, lease: HeldLease): Statement<OwnedSession> => {
  const isHolder = isStillHeld(lease);
  return sql`
      with unanswered as (
        delete from whatsapp_calls where connection_id = ${connectionId} and claimed_at is not null and result is null
          and ${isHolder})
      update whatsapp_sessions set epoch = epoch + 1, updated_at = now()
      where connection_id = ${connectionId} and wanted and ${isHolder}
      returning company_id as "companyId", connection_id as "connectionId", generation, epoch,
        pair_number as "pairNumber", salt, creds`;
};

export interface StoredKey {
  readonly keyId: string;
  /** Encrypted. */
  readonly value: string;
}

export const keysOf = (
  { companyId, connectionId }: WantedSession,
  type: string,
  ids: readonly string[],
): Statement<StoredKey> => sql`
      select key_id as "keyId", value from whatsapp_keys
      where company_id = ${companyId} and connection_id = ${connectionId} and type = ${type} and key_id = any(${ids}::text[])`;

/** The received messages in their order. */
export const receivedOf = ({ companyId, connectionId }: WantedSession): Statement<StoredKey> => sql`
      select key_id as "keyId", value from whatsapp_keys
      where company_id = ${companyId} and connection_id = ${connectionId} and type = ${receivedType} order by id`;

/** @param entries null values remove keys @param creds null changes nothing @returns `owned` false: nothing written */
export const writeKeys = (
  { companyId, connectionId, epoch }: OwnedSession,
  entries: readonly { readonly type: string; readonly keyId: string; readonly value: string | null }[],
  creds: string | null,
): Statement<{ owned: boolean }> => sql`
      with owned as materialized (
        select connection_id from whatsapp_sessions where company_id = ${companyId} and connection_id = ${connectionId} and epoch = ${epoch}
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
        where k.company_id = ${companyId} and k.connection_id = ${connectionId} and k.type = g.type and k.key_id = g.key_id and g.value is null),
      credentials as (
        update whatsapp_sessions s set creds = ${creds}, updated_at = now() from owned o
        where s.company_id = ${companyId} and s.connection_id = o.connection_id and ${creds}::text is not null)
      select exists (select from owned) as owned`;

export const connectionStatus = (companyId: number, id: number): Statement<{ status: ConnectionStatus }> => sql`
      select status from connections where company_id = ${companyId} and id = ${id}`;

/** The connection has this state until there is a code to scan. */
export const showOpening = (companyId: number, id: number): Statement => sql`
      update connections set status = 'OPENING', qrcode = '', last_error = null where company_id = ${companyId} and id = ${id}`;

/** Changes nothing when the connection already has this number. @param name null does not change the name */
export const storeNumber = (
  companyId: number,
  id: number,
  { number, name }: { readonly number: string; readonly name: string | null },
): Statement => sql`
          update connections set number = ${number}, verified_name = coalesce(${name}::text, verified_name),
            updated_at = now()
          where company_id = ${companyId} and id = ${id} and number is distinct from ${number}`;
