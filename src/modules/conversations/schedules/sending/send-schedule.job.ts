import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { Events } from '../../../../core/events/events.js';
import type { Localized } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { MessagesService } from '../../messages/conversation/messages.service.js';
import { InboundTicketsService } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { lockDueSchedule, nextOccurrence } from '../queries/schedules.queries.js';
import { Schedule } from '../schedule.entity.js';
import { scheduleErrors } from '../schedules.errors.js';
import { ScheduleChanged } from '../schedules.events.js';
import { ScheduleConnectionsService } from './schedule-connections.service.js';

/** Sends a schedule at `at` (ISO 8601). A schedule that was moved to another time has another job for it. */
export class SendSchedule extends defineJob<{ id: number; at: string }>('send-schedule') {}

/** The key contains the time, so that a schedule moved while its job runs gets a new job. */
export const sendKey = ({ id, sendAt }: Pick<Schedule, 'id' | 'sendAt'>): string =>
  `schedule:${id}:${sendAt.toISOString()}`;

/** Adds the job that sends the schedule at its time. */
export async function enqueueSending(jobs: Jobs, schedule: Pick<Schedule, 'id' | 'sendAt'>): Promise<void> {
  const { id, sendAt } = schedule;
  await jobs.add(SendSchedule, { id, at: sendAt.toISOString() }, { key: sendKey(schedule), runAt: sendAt });
}

/** A schedule that is later than this is not sent but fails (behaviour.md §13). */
const maxDelayMs = 24 * 3_600_000;
const waitingRetryMs = 60_000;

/** Sends due schedules: status, messages and the next repetition are stored in one transaction. */
@Injectable()
export class SendScheduleHandler {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly companies: CompaniesService,
    private readonly contacts: ContactsService,
    private readonly tickets: InboundTicketsService,
    private readonly messages: MessagesService,
    private readonly connections: ScheduleConnectionsService,
  ) {}

  /** An error rolls back the whole sending, including a conversation opened for it; then the failure is stored. */
  @JobHandler(SendSchedule, { transactional: false })
  async perform({ id, at }: SendSchedule['payload'], { companyId = 0 }: JobRun): Promise<void> {
    try {
      await this.db.runAs(companyId, () => this.send(id, at));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await this.db.runAs(companyId, () => this.fail(id, at, error));
    }
  }

  @OnDiscard(SendSchedule)
  async discarded({ id, at }: SendSchedule['payload']): Promise<void> {
    await this.fail(id, at, scheduleErrors.ERR_SCHEDULE_DISCARDED());
  }

  private async send(id: number, at: string): Promise<void> {
    const schedule = await this.lockDue(id, at);
    if (!schedule) return;
    if (this.clock.now().getTime() - schedule.sendAt.getTime() > maxDelayMs) throw scheduleErrors.ERR_SCHEDULE_LATE();
    if (!(await this.companies.planOf(schedule.companyId)).useSchedules) throw scheduleErrors.ERR_SCHEDULE_PLAN();
    if (!(await this.companies.mayWork(schedule.companyId)))
      throw new RetryLater(waitingRetryMs, 'the company may not work');
    const connection = await this.connections.connectionOf(schedule);
    if (connection.status === 'DISCONNECTED') throw new RetryLater(waitingRetryMs, 'the connection is disconnected');
    const contact = await this.contacts.getExisting(schedule.contactId);
    if (schedule.marketing && contact.optedOut) throw scheduleErrors.ERR_SCHEDULE_OPTED_OUT();
    const { queueId, userId } = schedule;
    const ticket = await this.tickets.findOrCreate(contact, connection, { queueId });
    await this.messages.sendFor(userId, ticket.id, contentsOf(schedule), { scheduleId: id });
    schedule.status = 'ENVIADA';
    schedule.sentAt = this.clock.now();
    await this.finish(schedule);
  }

  private async fail(id: number, at: string, error: AppError): Promise<void> {
    const schedule = await this.lockDue(id, at);
    if (!schedule) return;
    Object.assign(schedule, { status: 'ERRO', errorCode: error.code, errorText: textOf(error) });
    await this.finish(schedule);
  }

  /** Moves the repetition to a new row. After a long downtime only one is created, as older than a day is not sent. */
  private async finish(schedule: Schedule): Promise<void> {
    const { repetition, repeatUntil, fileListId, companyId } = schedule;
    // the schedule was sent, so it no longer prevents the list's removal
    if (schedule.sentAt) schedule.fileListId = null;
    this.emitChange('update', schedule);
    if (repetition === 'none') return;
    Object.assign(schedule, { repetition: 'none', repeatUntil: null });
    const after = new Date(Math.max(schedule.sendAt.getTime(), this.clock.now().getTime() - maxDelayMs));
    const next = await this.db.row(nextOccurrence(companyId, { ...schedule, repeatUntil }, repetition, after));
    if (!next) return;
    const { id, createdAt, updatedAt, ...columns } = schedule;
    const row = this.db.em.create(Schedule, {
      ...columns,
      ...{ sendAt: new Date(next.sendAt), sentAt: null, status: 'PENDENTE', errorCode: null, errorText: null },
      ...{ repetition, repeatUntil, fileListId },
    });
    await this.db.em.flush();
    await enqueueSending(this.jobs, row);
    this.emitChange('create', row);
  }

  /** undefined: it was sent, moved or removed meanwhile. */
  private async lockDue(id: number, at: string): Promise<Schedule | undefined> {
    const row = await this.db.row(lockDueSchedule(this.db.companyId, id, at));
    return row && (await this.db.em.findOneOrFail(Schedule, { id }));
  }

  private emitChange(action: 'create' | 'update', { companyId, id, userId, queueId }: Schedule): void {
    this.events.emit(
      new ScheduleChanged({ companyId, id, action, before: action === 'create' ? null : { userId, queueId } }),
    );
  }
}

/** The messages to send: the text with its file, then the file list; or the template with its header file. */
function contentsOf({ body, template, fileListId, mediaKey, mediaName, mediaMime, mediaSize }: Schedule) {
  const file =
    mediaKey && mediaName && mediaMime
      ? [{ key: mediaKey, name: mediaName, mime: mediaMime, size: mediaSize ?? 0 }]
      : [];
  const first = { input: template ? { template } : { body }, files: file };
  return fileListId ? [first, { input: { fileListId }, files: [] }] : [first];
}

/** When several fields are wrong, the error names the first. */
function textOf({ text, options: { fields = {} } }: AppError): Localized {
  const [field] = Object.values(fields);
  return typeof field === 'object' ? field : text;
}
