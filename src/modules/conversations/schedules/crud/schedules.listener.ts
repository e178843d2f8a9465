import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { companyEvent, underBothNames } from '../../../../core/realtime/socket-events.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ContactRemoving } from '../../../contacts/contacts/contacts.events.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';
import { UserRemoving } from '../../../people/users/users.events.js';
import { forgetQueue, forgetUser, removeSchedulesOf } from '../queries/schedules.queries.js';
import { ScheduleChanged } from '../schedules.events.js';
import { audience } from '../schedules.policy.js';
import { type ScheduleRecord, SchedulesService } from './schedules.service.js';

/** Users who see the schedule get `schedule`; those who no longer see it get `scheduleId`. */
export interface ScheduleEvent {
  readonly action: 'create' | 'update' | 'delete';
  readonly schedule?: ScheduleRecord;
  readonly scheduleId?: number;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    schedule: ScheduleEvent;
  }
}

/** Emits changes to users who see the schedule, and clears references to removed users and queues. */
@Injectable()
export class SchedulesListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly schedules: SchedulesService,
  ) {}

  /** Emits under both event names (behaviour.md §13). */
  @Broadcast(ScheduleChanged)
  async changed({ companyId, id, action, before }: ScheduleChanged): Promise<Emission<ScheduleEvent>[]> {
    const shown = await this.schedules.forBroadcast(id);
    const was = before ? audience(companyId, before) : [];
    const now = shown ? audience(companyId, shown.visibility) : [];
    const gone = was.filter((room) => !now.includes(room));
    const eventOf = (payload: ScheduleEvent) => companyEvent(companyId, 'schedule', payload);
    const emissions = [
      ...(gone.length > 0 ? [{ rooms: gone, except: now, ...eventOf({ action: 'delete', scheduleId: id }) }] : []),
      ...(shown
        ? [{ rooms: now, ...eventOf({ action: action === 'create' ? action : 'update', schedule: shown.record }) }]
        : []),
    ];
    return emissions.flatMap(underBothNames);
  }

  /** Schedules of a removed user are sent nevertheless, as the customer may expect the message. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.db.run(forgetUser(this.db.companyId, userId));
  }

  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.db.run(forgetQueue(this.db.companyId, queueId));
  }

  /** Deletes the contact's schedules. Their jobs stay and do nothing when they run. */
  @InTransaction(ContactRemoving)
  async contactRemoving({ contactId }: ContactRemoving): Promise<void> {
    const rows = await this.db.rows(removeSchedulesOf(this.db.companyId, contactId));
    await enqueueFileRemoval(this.jobs, [...new Set(rows.flatMap(({ key }) => key ?? []))]);
  }
}
