import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { MembershipsLost } from '../users.events.js';
import {
  addMemberships,
  countQueues,
  type QueueOfUser,
  queuesOfUsers,
  removeOtherMemberships,
  usersOfQueues,
} from './memberships.queries.js';

/** The memberships of users in departments. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  /** The departments of each of these users. */
  async queuesOf(userIds: readonly number[]): Promise<Map<number, QueueOfUser[]>> {
    const rows = await this.db.rows(queuesOfUsers(this.context.companyId, userIds));
    return new Map(rows.map(({ userId, queues }) => [userId, queues]));
  }

  /** Users of a department. */
  async usersOf(queueId: number): Promise<number[]> {
    return (await this.usersOfEach([queueId])).get(queueId) ?? [];
  }

  /** The users of each department that has any. */
  async usersOfEach(queueIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await this.db.rows(usersOfQueues(this.context.companyId, queueIds));
    return new Map(rows.map(({ queueId, userIds }) => [queueId, userIds]));
  }

  /** Sets the departments of the user. @throws 400 when one of them does not exist */
  async replace(userId: number, queueIds: readonly number[]): Promise<void> {
    const { companyId } = this.context;
    const found = await this.db.row(countQueues(companyId, queueIds));
    if (found?.count !== queueIds.length)
      throw coreErrors.ERR_VALIDATION({ fields: { queueIds: notFoundOf('queue').text } });
    const lost = await this.db.rows(removeOtherMemberships(companyId, userId, queueIds));
    await this.db.run(addMemberships(companyId, userId, queueIds));
    if (lost.length > 0)
      await this.events.dispatch(new MembershipsLost({ userId, queueIds: lost.map(({ id }) => id) }));
  }
}
