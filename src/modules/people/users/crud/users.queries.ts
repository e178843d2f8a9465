import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { namesWithRemoved, type RemovedName, removedNames } from '../../../../core/resource/removed-records.js';

/** Users and removed ones, for rows of the past. */
export const userNames = namesWithRemoved('users', 'users');

export const removedUsers = (companyId: number): Statement<RemovedName> => removedNames(companyId, 'users');

/** The connection with which the user starts conversations. */
export const defaultConnectionOf = (companyId: number, userId: number): Statement<{ connectionId: number | null }> =>
  sql`select connection_id as "connectionId" from users where company_id = ${companyId} and id = ${userId}`;

/** Clears the connection for every user whose default it is. */
export const clearDefaultConnection = (companyId: number, connectionId: number): Statement =>
  sql`update users set connection_id = null where company_id = ${companyId} and connection_id = ${connectionId}`;

/** Changes no row if the hash is no longer `from`. */
export const replacePasswordHash = (userId: number, from: string, to: string): Statement =>
  sql`update users set password_hash = ${to} where id = ${userId} and password_hash = ${from}`;

export const markUserSeen = (userId: number): Statement =>
  sql`update users set last_seen_at = now() where id = ${userId}`;

/** Returns a row if the company has another active administrator with a password. */
export const anotherAdmin = (companyId: number, userId: number): Statement =>
  sql`select 1 from users where company_id = ${companyId} and id <> ${userId} and profile = 'admin' and active
    and password_hash is not null limit 1`;
