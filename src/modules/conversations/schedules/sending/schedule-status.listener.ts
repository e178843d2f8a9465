import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction, OnEvent } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { MessageRetrying, MessageStatusChanged } from '../../messages/messages.events.js';
import { scheduleOfMessage } from '../queries/schedules.queries.js';
import { Schedule } from '../schedule.entity.js';
import { ScheduleChanged } from '../schedules.events.js';

/** Keeps the status of sent schedules as their messages fail and are sent again. */
@Injectable()
export class ScheduleStatusListener {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /** A message of the schedule failed, so the schedule gets the status ERRO. */
  @OnEvent(MessageStatusChanged, {
    when: ({ status }) => status === 'failed',
    formerly: ['ScheduleSenderService.messageFailed'],
  })
  async messageFailed({ companyId, messageId }: MessageStatusChanged): Promise<void> {
    const failed = await this.db.row(scheduleOfMessage(companyId, messageId));
    const schedule = failed && (await this.db.em.findOne(Schedule, { id: failed.id, status: 'ENVIADA' }));
    if (!schedule) return;
    const { errorCode, errorText } = failed;
    Object.assign(schedule, { status: 'ERRO', errorCode, errorText });
    this.emitChange(schedule);
  }

  /** A failed message is sent again: the status becomes ENVIADA unless another one of the schedule has failed. */
  @InTransaction(MessageRetrying)
  async messageRetrying({ messageId }: MessageRetrying): Promise<void> {
    const retried = await this.db.row(scheduleOfMessage(this.db.companyId, messageId));
    if (!retried || retried.anotherFailed) return;
    const schedule = await this.db.em.findOne(Schedule, { id: retried.id, status: 'ERRO', sentAt: { $ne: null } });
    if (!schedule) return;
    Object.assign(schedule, { status: 'ENVIADA', errorCode: null, errorText: null });
    this.emitChange(schedule);
  }

  private emitChange({ companyId, id, userId, queueId }: Schedule): void {
    this.events.emit(new ScheduleChanged({ companyId, id, action: 'update', before: { userId, queueId } }));
  }
}
