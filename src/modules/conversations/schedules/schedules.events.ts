import { DomainEvent, fields } from '../../../core/events/event.js';
import type { RecordAction } from '../../../core/resource/define-resource.js';
import type { Schedule } from './schedule.entity.js';

/** What decides who sees a schedule. */
export type ScheduleVisibility = Readonly<Pick<Schedule, 'userId' | 'queueId'>>;

/** A schedule was made, changed, sent or removed. */
@DomainEvent()
export class ScheduleChanged extends fields<{
  companyId: number;
  id: number;
  action: RecordAction;
  /** As it was; null for a new one. */
  before: ScheduleVisibility | null;
}>() {}
