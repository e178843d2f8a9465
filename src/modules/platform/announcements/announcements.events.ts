import { DomainEvent, fields } from '../../../core/events/event.js';
import type { RecordAction } from '../../../core/resource/define-resource.js';

/** An announcement was created, changed or removed. */
@DomainEvent()
export class AnnouncementChanged extends fields<{
  id: number;
  action: RecordAction;
}>() {}
