import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ContactErasing, ContactRemoving, ContactsMerging } from '../../../contacts/contacts/contacts.events.js';
import { FinishedCycleChanged, TicketRemoving } from '../../../conversations/tickets/tickets.events.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';
import { UserRemoving } from '../../../people/users/users.events.js';
import {
  clearFigures,
  creationOfContact,
  finishesOfTicket,
  forgetDays,
  jobsOfOpenDays,
  momentOf,
  rollUpStatements,
  sharedFiguresLock,
  storedDaysOf,
} from './figures.queries.js';

export class RollUpFigures extends defineJob<{ days: readonly string[] }>('roll-up-figures', {
  priority: 'maintenance',
}) {}

/** In a transaction of the company or the platform's. */
export async function rollUp(db: Db, companyId: number, days: readonly string[]): Promise<void> {
  await db.lock('figures', companyId);
  for (const statement of rollUpStatements(companyId, days)) await db.run(statement);
}

/** Keeps the stored figures of closed days: rolls them up, and forgets those of a day when something of it changes. */
@Injectable()
export class FiguresService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  @Every(3600)
  async addJobs(): Promise<void> {
    // one that failed for good would keep its month from ever being counted
    await this.jobs.removeFailedOf(RollUpFigures);
    await this.jobs.addSelected(RollUpFigures, jobsOfOpenDays);
  }

  @JobHandler(RollUpFigures)
  perform({ days }: RollUpFigures['payload']): Promise<void> {
    return rollUp(this.db, this.db.companyId, days);
  }

  @InTransaction(FinishedCycleChanged)
  finishedCycleChanged({ finishedAt }: FinishedCycleChanged): Promise<void> {
    return this.forget(momentOf(finishedAt));
  }

  @InTransaction(TicketRemoving)
  ticketRemoving({ ticket }: TicketRemoving): Promise<void> {
    return this.forget(finishesOfTicket(this.db.companyId, ticket.id));
  }

  @InTransaction(ContactRemoving)
  contactRemoving({ contactId }: ContactRemoving): Promise<void> {
    return this.forget(creationOfContact(this.db.companyId, contactId));
  }

  /** Who is erased is listed no longer, and so not counted. */
  @InTransaction(ContactErasing)
  contactErasing({ contactId }: ContactErasing): Promise<void> {
    return this.forget(creationOfContact(this.db.companyId, contactId));
  }

  @InTransaction(ContactsMerging)
  contactsMerging({ removedId }: ContactsMerging): Promise<void> {
    return this.forget(creationOfContact(this.db.companyId, removedId));
  }

  /** Their cycles belong to nobody from now on; so do their figures, without a recount. */
  @InTransaction(UserRemoving)
  userRemoving({ userId }: UserRemoving): Promise<void> {
    return this.clear('user_id', userId);
  }

  @InTransaction(QueueRemoving)
  queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    return this.clear('queue_id', queueId);
  }

  private async clear(column: 'user_id' | 'queue_id', id: number): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(sharedFiguresLock(companyId));
    for (const statement of clearFigures(companyId, column, id)) await this.db.run(statement);
  }

  /**
   * The days of these moments are counted from their cycles until they are rolled up again. Those of today are so anyway,
   * which spares most callers the lock.
   */
  private async forget(moments: RawBuilder<unknown>): Promise<void> {
    const { companyId } = this.db;
    const days = (await this.db.rows(storedDaysOf(companyId, moments))).map(({ day }) => day);
    if (days.length === 0) return;
    // a roll-up under way has counted without this change, and its row is seen only after it
    await this.db.run(sharedFiguresLock(companyId));
    await this.db.run(forgetDays(companyId, days));
  }
}
