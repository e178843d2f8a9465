import { DomainEvent } from '../../core/events/event.js';
import { Hooks } from '../../core/hooks.js';

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

/** A customer's message was stored; steps of later modules in the same unit of work. */
export class CustomerWrote {
  constructor(
    readonly contactId: number,
    readonly isGroup: boolean,
    readonly type: string,
    readonly body: string,
  ) {}
}
export const customerWroteHooks = new Hooks<CustomerWrote>();

/** An attendant sends a message to the conversation; steps of later modules before it is stored. */
export const attendantWritesHooks = new Hooks<{ readonly id: number }>();
