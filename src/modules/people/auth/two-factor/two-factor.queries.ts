import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Changes nothing when a code of this time step or of a later one was used. */
export const useTimeStep = (id: number, step: number): Statement =>
  sql`update two_factors set last_step = ${step}, updated_at = now() where id = ${id} and last_step < ${step}`;

/** Changes nothing when the code is none of these, or was used. */
export const useRecoveryCode = (id: number, hash: string): Statement =>
  sql`update two_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}), updated_at = now()
   where id = ${id} and ${hash} = any(recovery_hashes)`;
