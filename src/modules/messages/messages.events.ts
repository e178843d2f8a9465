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

/** An attendant is writing an answer; told by their screen every few seconds. */
@DomainEvent()
export class AttendantTyping {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
  ) {}
}
