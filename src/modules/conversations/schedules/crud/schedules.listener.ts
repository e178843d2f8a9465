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

/** `schedule` for those who see it, `scheduleId` for those who no longer do. */
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

/** Shows changes to those who see them; what others remove lets go of schedules, or takes them along. */
@Injectable()
export class SchedulesListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly schedules: SchedulesService,
  ) {}

  /** Under both names (behaviour.md §13). */
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

  /** What was promised to a customer is sent all the same. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.db.run(forgetUser(this.db.companyId, userId));
  }

  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.db.run(forgetQueue(this.db.companyId, queueId));
  }

  /** Their jobs find nothing. */
  @InTransaction(ContactRemoving)
  async contactRemoving({ contactId }: ContactRemoving): Promise<void> {
    const rows = await this.db.rows(removeSchedulesOf(this.db.companyId, contactId));
    await enqueueFileRemoval(this.jobs, [...new Set(rows.flatMap(({ key }) => key ?? []))]);
  }
}
