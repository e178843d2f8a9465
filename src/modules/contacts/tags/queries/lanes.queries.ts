import { sql } from 'kysely';
import type { Db } from '../../../../core/database/db.js';
import type { Statement } from '../../../../core/database/statements.js';

/** Serialises changes of lanes and of the tickets in them. Take it before locking any row of tags or tickets. */
export const lockLanes = (db: Db): Promise<void> => db.lock('kanban', db.companyId);

/** Orders the lanes. Locks them by id, in the same order as a reopened ticket locks its tags, to avoid deadlocks. */
export const orderLanes = (companyId: number, tagIds: readonly number[]): Statement => sql`
  update tags g set kanban_order = array_position(${tagIds}::bigint[], g.id)
  from (select id from tags where company_id = ${companyId} and kanban = 1 order by id for no key update) l
  where g.company_id = ${companyId} and g.id = l.id`;

/** One row for each lane of the board, at most `most`. */
export const lanesUpTo = (companyId: number, most: number): Statement => sql`
  select 1 from tags where company_id = ${companyId} and kanban = 1 limit ${most}`;
