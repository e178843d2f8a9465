import { DomainEvent, TransactionEvent } from '../../core/events/event.js';

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
    /** When; a message that was written later says that it is over. */
    readonly at: string,
  ) {}
}

/** A customer is writing, where the channel tells so; said again every few seconds, and kept nowhere. */
@DomainEvent()
export class CustomerTyping {
  constructor(
    readonly companyId: number,
    readonly connectionId: number,
    readonly number: string,
  ) {}
}

/** A customer's message was stored; handled in the same transaction. */
@TransactionEvent()
export class CustomerWrote {
  constructor(
    readonly contactId: number,
    readonly isGroup: boolean,
    readonly type: string,
    readonly body: string,
  ) {}
}

/** An attendant sends a message; handled before it is stored. */
@TransactionEvent()
export class AttendantWriting {
  constructor(readonly ticketId: number) {}
}
