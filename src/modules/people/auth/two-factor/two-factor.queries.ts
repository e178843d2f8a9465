import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Changes no row if a code of this or a later time step was used. */
export const useTimeStep = (id: number, step: number): Statement =>
  sql`update two_factors set last_step = ${step}, updated_at = now() where id = ${id} and last_step < ${step}`;

/** Changes no row if the code is unknown or was used. */
export const useRecoveryCode = (id: number, hash: string): Statement =>
  sql`update two_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}), updated_at = now()
   where id = ${id} and ${hash} = any(recovery_hashes)`;
