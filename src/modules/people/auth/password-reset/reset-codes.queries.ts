import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

const tries = 5;

/** Stores the code; a code sent before becomes invalid. */
export const saveResetCode = (companyId: number, userId: number, hash: string, minutes: number): Statement =>
  sql`insert into password_resets (company_id, user_id, code_hash, expires_at)
   values (${companyId}, ${userId}, ${hash}, now() + make_interval(mins => ${minutes}))
   on conflict (company_id, user_id) do update
   set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0, used_at = null,
     updated_at = now()`;

export const deleteResetCode = (userId: number): Statement =>
  sql`delete from password_resets where user_id = ${userId}`;

/** One statement counts the try and uses up the code, so that concurrent guesses are counted one by one. */
export const redeemResetCode = (userId: number, hash: string): Statement<{ matched: boolean }> => sql`
  update password_resets set attempts = attempts + 1, updated_at = now(),
     used_at = case when code_hash = ${hash} then now() end
   where user_id = ${userId} and used_at is null and attempts < ${tries} and expires_at > now()
   returning used_at is not null as matched`;

/** Returns a row if the code is still valid. */
export const validResetCode = (userId: number, hash: string): Statement => sql`
  select 1 from password_resets where user_id = ${userId} and code_hash = ${hash}
   and used_at is null and attempts < ${tries} and expires_at > now()`;
