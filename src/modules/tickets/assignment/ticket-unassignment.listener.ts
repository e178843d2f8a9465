import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { InTransaction } from '../../../core/events/event.js';
import { ConnectionRemoving } from '../../connections/connections.events.js';
import { QueueRemoving } from '../../queues/queues.events.js';
import { MembershipsLost, UserRemoving, UserRightsSet } from '../../users/users.events.js';
import { TicketLifecycle } from '../lifecycle/ticket-lifecycle.service.js';
import { notVisibleToAssignee } from '../ticket-references.queries.js';

/** Returns tickets to pending when their user, queue or membership is removed, in the same transaction. */
@Injectable()
export class TicketUnassignment {
  constructor(private readonly lifecycle: TicketLifecycle) {}

  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.lifecycle.returnToPending(sql`t.user_id = ${userId}`);
    await this.lifecycle.clearUser(userId);
  }

  @InTransaction(MembershipsLost)
  membershipsLost({ userId, queueIds }: MembershipsLost): Promise<void> {
    return this.lifecycle.returnToPending(sql`t.user_id = ${userId} and t.queue_id = any(${queueIds}::bigint[])`);
  }

  @InTransaction(UserRightsSet)
  rightsSet({ userId }: UserRightsSet): Promise<void> {
    return this.lifecycle.returnToPending(sql`t.user_id = ${userId} and ${notVisibleToAssignee}`);
  }

  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.lifecycle.returnToPending(sql`t.queue_id = ${queueId}`);
    await this.lifecycle.clearQueue(queueId);
  }

  /** Without automatic texts: there is no connection any more to send them by. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoving({ connectionId }: ConnectionRemoving): Promise<void> {
    this.lifecycle.emitChanges(await this.lifecycle.closeSilently(sql`t.whatsapp_id = ${connectionId}`), 'closed');
  }
}
