import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import { InTransaction } from '../../../core/events/event.js';
import { Events } from '../../../core/events/events.js';
import { ConnectionRemoving } from '../../connections/connections.events.js';
import { QueueRemoving } from '../../queues/queues.events.js';
import { MembershipsLost, UserRemoving, UserRightsSet } from '../../users/users.events.js';
import { actionBy, type TicketActionKind, type TicketAssignment, TicketChanged } from '../tickets.events.js';

interface Released extends TicketAssignment {
  readonly id: number;
}

/** Held by somebody who is no manager and not in its department (`inDepartments` in SQL). */
const outOfSight = sql`exists (select 1 from users u where u.company_id = t.company_id and u.id = t.user_id and u.profile <> 'admin'
  and case when t.queue_id is null then u.all_ticket <> 'enabled' else not exists (
    select 1 from user_queues uq where uq.company_id = u.company_id and uq.user_id = u.id and uq.queue_id = t.queue_id) end)`;

/**
 * Gives conversations back when what held them goes: a user, a department, a membership, a connection. In the same
 * transaction, so that no conversation is ever held by nobody's hand.
 */
@Injectable()
export class TicketUnassignment {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  @InTransaction(UserRemoving)
  async userRemoved({ userId }: UserRemoving): Promise<void> {
    const { companyId } = this.context;
    await this.returnToPending(sql`t.user_id = ${userId}`);
    await this.db.run(sql`update tickets set user_id = null where company_id = ${companyId} and user_id = ${userId}`);
    await this.db.run(
      sql`update ticket_cycles set user_id = null where company_id = ${companyId} and user_id = ${userId}`,
    );
  }

  @InTransaction(MembershipsLost)
  membershipsLost({ userId, queueIds }: MembershipsLost): Promise<void> {
    return this.returnToPending(sql`t.user_id = ${userId} and t.queue_id = any(${queueIds}::bigint[])`);
  }

  @InTransaction(UserRightsSet)
  rightsSet({ userId }: UserRightsSet): Promise<void> {
    return this.returnToPending(sql`t.user_id = ${userId} and ${outOfSight}`);
  }

  @InTransaction(QueueRemoving)
  async queueRemoved({ queueId }: QueueRemoving): Promise<void> {
    const { companyId } = this.context;
    await this.returnToPending(sql`t.queue_id = ${queueId}`);
    const rows = await this.db.rows<Released>(
      sql`update tickets t set queue_id = null from (select id, status, user_id, queue_id from tickets
       where company_id = ${companyId} and queue_id = ${queueId} for update) old
       where t.company_id = ${companyId} and t.id = old.id and t.queue_id = ${queueId}
         returning t.id, old.status, old.user_id as "userId", old.queue_id as "queueId"`,
    );
    this.emitChanges(
      rows.filter(({ status }) => status !== 'closed'),
      'released',
    );
  }

  /** No automatic text goes out: there is no connection any more to say it over. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoved({ connectionId }: ConnectionRemoving): Promise<void> {
    const { companyId } = this.context;
    const rows = await this.db.rows<Released>(
      sql`update tickets t set status = 'closed', use_integration = false, prompt_id = null, integration_id = null,
       updated_at = now()
       from (select id, status, user_id, queue_id from tickets where company_id = ${companyId}
         and whatsapp_id = ${connectionId} and status <> 'closed' for update) old
       where t.company_id = ${companyId} and t.id = old.id
         returning t.id, old.status, old.user_id as "userId", old.queue_id as "queueId"`,
    );
    await this.db.run(
      sql`update ticket_cycles set finished_at = now() where company_id = ${companyId}
       and ticket_id = any(${rows.map(({ id }) => id)}::bigint[]) and finished_at is null`,
    );
    this.emitChanges(rows, 'closed');
  }

  private async returnToPending(where: Condition): Promise<void> {
    const { companyId } = this.context;
    const rows = await this.db.rows<Released>(
      sql`update tickets t set status = 'pending', user_id = null, updated_at = now()
       from (select t.id, t.status, t.user_id, t.queue_id from tickets t
         where t.company_id = ${companyId} and t.status = 'open' and ${where} for update) old
       where t.company_id = ${companyId} and t.id = old.id
       returning t.id, old.status, old.user_id as "userId", old.queue_id as "queueId"`,
    );
    await this.db.run(
      sql`update ticket_cycles y set queued_at = now(), user_id = null where company_id = ${companyId}
       and ticket_id = any(${rows.map(({ id }) => id)}::bigint[])
         and number = (select max(number) from ticket_cycles n where n.company_id = y.company_id
           and n.ticket_id = y.ticket_id)`,
    );
    this.emitChanges(rows, 'released');
  }

  private emitChanges(rows: readonly Released[], deed: TicketActionKind): void {
    const { companyId, maybeActor } = this.context;
    for (const { id, status, userId, queueId } of rows)
      this.events.emit(new TicketChanged(companyId, id, { status, userId, queueId }, actionBy(deed, maybeActor)));
  }
}
