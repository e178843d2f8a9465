import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { namesWithRemoved, type RemovedName, removedNames } from '../../../../core/resource/removed-records.js';

/** Departments and removed ones, for rows of the past. */
export const queueNames = namesWithRemoved('queues', 'queue', { color: true });

export const removedQueues = (companyId: number): Statement<RemovedName> => removedNames(companyId, 'queue');

/** Puts these departments first and keeps the order of the others. Returns the ones that moved. */
export const orderQueues = (companyId: number, queueIds: readonly number[]): Statement<{ id: number }> => sql`
  update queues q set order_queue = o.place, updated_at = now()
  from (select id, row_number() over (order by array_position(${queueIds}::bigint[], id), order_queue, name) as place
    from queues where company_id = ${companyId}) o
  where q.company_id = ${companyId} and q.id = o.id and q.order_queue is distinct from o.place returning q.id`;
