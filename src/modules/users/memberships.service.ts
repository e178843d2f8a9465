import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Events } from '../../core/events/events.js';
import { t } from '../../core/i18n.js';
import { Queue } from '../queues/queue.entity.js';
import { MembershipsLost } from './users.events.js';

export interface QueueOfUser {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  /** Existing clients look for the membership here. */
  readonly UserQueue: { readonly queueId: number };
}

const noQueue = t(
  'Nenhum departamento encontrado com este ID.',
  'No department found with this ID.',
  'No se encontró un departamento con este ID.',
);

/** Which users belong to which departments. */
@Injectable()
export class Memberships {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  /** The departments of each of these users. */
  async queuesOf(userIds: readonly number[]): Promise<Map<number, QueueOfUser[]>> {
    const rows = await this.db.rows<{ userId: number; queues: QueueOfUser[] }>(
      sql`select uq.user_id as "userId", json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color,
       'UserQueue', json_build_object('queueId', q.id)) order by q.order_queue, q.name) as queues
       from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
       where uq.company_id = ${this.context.companyId} and uq.user_id = any(${userIds}::bigint[]) group by uq.user_id`,
    );
    return new Map(rows.map(({ userId, queues }) => [userId, queues]));
  }

  /** Users of a department. */
  async usersOf(queueId: number): Promise<number[]> {
    const rows = await this.db.rows<{ userId: number }>(
      sql`select user_id as "userId" from user_queues where company_id = ${this.context.companyId}
       and queue_id = ${queueId}`,
    );
    return rows.map(({ userId }) => userId);
  }

  /** Makes these the departments of the user. @throws 400 when one of them is not there. */
  async replace(userId: number, queueIds: readonly number[]): Promise<void> {
    const { companyId } = this.context;
    const found = await this.db.em.count(Queue, { id: { $in: [...queueIds] } });
    if (found !== queueIds.length) throw coreErrors.ERR_VALIDATION({ fields: { queueIds: noQueue } });
    const lost = await this.db.rows<{ id: number }>(
      sql`delete from user_queues where company_id = ${companyId} and user_id = ${userId}
       and not (queue_id = any(${queueIds}::bigint[])) returning queue_id as id`,
    );
    await this.db.run(
      sql`insert into user_queues (company_id, user_id, queue_id) select ${companyId}, ${userId},
       unnest(${queueIds}::bigint[])
       on conflict (company_id, user_id, queue_id) do nothing`,
    );
    if (lost.length > 0)
      await this.events.dispatch(
        new MembershipsLost(
          userId,
          lost.map(({ id }) => id),
        ),
      );
  }
}
