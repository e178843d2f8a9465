import { Injectable } from '@nestjs/common';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import {
  changedWeek,
  type WorkingDayView,
  weekView,
} from '../../../platform/companies/working-hours/working-hours.service.js';
import { Queue } from '../queue.entity.js';
import type { QueueInput } from '../queues.dto.js';
import { QueueMembersSet, QueueRemoving } from '../queues.events.js';
import { queues } from '../queues.resource.js';
import { orderQueues } from './queues.queries.js';

export interface QueueRecord extends Omit<Columns<Queue, QueueInput>, 'schedules'> {
  readonly schedules: readonly WorkingDayView[];
  /** The users of the department. */
  readonly userIds?: readonly number[];
}

@Injectable()
export class QueuesService extends CrudService<Queue, QueueInput, QueueRecord> {
  constructor(deps: CrudDependencies) {
    super(queues, deps);
  }

  /** Puts these departments first and keeps the order of the others. */
  async order(queueIds: readonly number[]): Promise<QueueRecord[]> {
    const { db } = this.deps;
    await db.lock('queue-order', db.companyId);
    const moved = await db.rows(orderQueues(db.companyId, queueIds));
    const changed = new Set(moved.map(({ id }) => id));
    const ids = [...new Set([...queueIds, ...changed])];
    const rows = await this.em.find(Queue, { id: { $in: ids } }, { orderBy: { orderQueue: 'asc' } });
    const records = await this.presentEntities(rows);
    for (const [index, queue] of rows.entries())
      if (changed.has(queue.id)) this.emit('update', queue.id, records[index] ?? null, queue);
    return records;
  }

  protected override async write(
    queue: Queue,
    { schedules, ...input }: Partial<QueueInput>,
    creating: boolean,
  ): Promise<void> {
    if (schedules) queue.schedules = changedWeek(queue.schedules ?? null, schedules);
    await super.write(queue, input, creating);
  }

  protected override async afterWrite(queue: Queue, { userIds }: Partial<QueueInput>): Promise<void> {
    if (userIds) await this.deps.events.dispatch(new QueueMembersSet({ queueId: queue.id, userIds }));
  }

  protected override present(rows: readonly Stored<Queue>[]): Promise<QueueRecord[]> {
    const { locale } = this.deps.context;
    return this.records(rows, ({ schedules }) => ({ schedules: weekView(schedules, locale) }));
  }

  protected override assertRemovable({ id }: Queue): Promise<void> {
    return this.deps.events.dispatch(new QueueRemoving({ queueId: id }));
  }
}
