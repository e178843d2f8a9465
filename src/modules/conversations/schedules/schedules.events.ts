import { DomainEvent, fields } from '../../../core/events/event.js';
import type { RecordAction } from '../../../core/resource/define-resource.js';
import type { Schedule } from './schedule.entity.js';

/** The fields that decide who sees a schedule. */
export type ScheduleVisibility = Readonly<Pick<Schedule, 'userId' | 'queueId'>>;

/** A schedule was created, changed, sent or removed. */
@DomainEvent()
export class ScheduleChanged extends fields<{
  companyId: number;
  id: number;
  action: RecordAction;
  /** The fields before the change; null for a new one. */
  before: ScheduleVisibility | null;
}>() {}
