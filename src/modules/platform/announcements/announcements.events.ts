import { DomainEvent } from '../../../core/events/event.js';
import type { RecordAction } from '../../../core/resource/define-resource.js';

/** An announcement was made, changed or removed. */
@DomainEvent()
export class AnnouncementChanged {
  constructor(
    readonly id: number,
    readonly action: RecordAction,
  ) {}
}
