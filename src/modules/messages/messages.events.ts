import { DomainEvent } from '../../core/events/event.js';

/** A message was stored or changed; shown with its conversation as both are after the commit. */
@DomainEvent()
export class MessageStored {
  constructor(
    readonly companyId: number,
    readonly messageId: number,
    readonly action: 'create' | 'update',
  ) {}
}
