import { DomainEvent, TransactionEvent } from '../../core/events/event.js';
import type { MessageStatus } from './message.entity.js';

/** A message was stored or changed. */
@DomainEvent()
export class MessageStored {
  constructor(
    readonly companyId: number,
    readonly messageId: number,
    readonly action: 'create' | 'update',
  ) {}
}

/** An own message was sent, delivered, read, or failed. */
@DomainEvent()
export class MessageStatusChanged {
  constructor(
    readonly companyId: number,
    readonly messageId: number,
    readonly status: MessageStatus,
    readonly ack: number,
  ) {}
}

/** An own message that failed is about to be sent again. */
@TransactionEvent()
export class MessageRetrying {
  constructor(readonly messageId: number) {}
}

/** An attendant is typing; repeated by their screen every few seconds. */
@DomainEvent()
export class AttendantTyping {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
    /** A message with a later time ends it. */
    readonly at: string,
  ) {}
}

/** A customer is typing, on channels that report it; repeated every few seconds, never stored. */
@DomainEvent()
export class CustomerTyping {
  constructor(
    readonly companyId: number,
    readonly connectionId: number,
    readonly number: string,
  ) {}
}

/**
 * A customer's message was stored; neither for what our own number wrote on another device nor for a rating. May be handled in
 * the transaction that stored it (`@InTransaction`) or after its commit (`@OnEvent`).
 */
@DomainEvent()
@TransactionEvent()
export class MessageReceived {
  constructor(
    readonly companyId: number,
    readonly connectionId: number,
    readonly ticketId: number,
    readonly contactId: number,
    readonly messageId: number,
    readonly type: string,
    readonly body: string,
    readonly isGroup: boolean,
    /** The ticket was opened for it. */
    readonly newConversation: boolean,
    /** The ticket has an attendant. */
    readonly assigned: boolean,
  ) {}
}

/** `unavailable`: it failed or may not answer any more; `finished`: it has come to its end; `transferred`: it chose a department. */
export type AutomaticAnswersEnd = 'unavailable' | 'finished' | 'transferred';

/** The prompt or integration of a ticket answers no longer. */
@TransactionEvent()
export class AutomaticAnswersStopped {
  constructor(
    readonly ticketId: number,
    readonly reason: AutomaticAnswersEnd,
  ) {}
}
