import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Every } from '../../../../core/jobs/cron.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ContactErasing, ContactRemoving, ContactsMerging } from '../../../contacts/contacts/contacts.events.js';
import { FinishedCycleChanged, TicketRemoving } from '../../../conversations/tickets/tickets.events.js';
import {
  creationOfContact,
  finishesOfTicket,
  forgetDays,
  jobsOfOpenDays,
  momentOf,
  sharedFiguresLock,
  storedDaysOf,
} from './figures.queries.js';
import { RollUpFigures } from './roll-up-figures.job.js';

/** Maintains stored figures: rolls closed days up, and removes those of a day when one of its records changes. */
@Injectable()
export class FiguresService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  @Every(3600)
  async addJobs(): Promise<void> {
    // a job that failed for good would prevent a new one from being added for its month
    await this.jobs.removeFailedOf(RollUpFigures);
    await this.jobs.addSelected(RollUpFigures, jobsOfOpenDays);
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

  /** An erased contact is not listed any more, so it is not counted either. */
  @InTransaction(ContactErasing)
  contactErasing({ contactId }: ContactErasing): Promise<void> {
    return this.forget(creationOfContact(this.db.companyId, contactId));
  }

  @InTransaction(ContactsMerging)
  contactsMerging({ removedId }: ContactsMerging): Promise<void> {
    return this.forget(creationOfContact(this.db.companyId, removedId));
  }

  /**
   * Days with these moments are counted from their cycles until they are rolled up again. Today is always counted from
   * its cycles, so most callers find no stored day and need no lock.
   */
  private async forget(moments: RawBuilder<unknown>): Promise<void> {
    const { companyId } = this.db;
    const days = (await this.db.rows(storedDaysOf(companyId, moments))).map(({ day }) => day);
    if (days.length === 0) return;
    // a running roll-up counts without this change, and its row can be deleted only after it has committed
    await this.db.run(sharedFiguresLock(companyId));
    await this.db.run(forgetDays(companyId, days));
  }
}
