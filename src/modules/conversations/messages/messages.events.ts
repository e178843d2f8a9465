import { DomainEvent, TransactionEvent } from '../../../core/events/event.js';
import type { StatusReport } from '../../channels/connections/channels/channel.js';
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

/** A status that a provider reported through a connection. */
export interface ReportedStatus {
  readonly connectionId: number;
  readonly status: StatusReport;
}

/** Statuses of what was sent beside conversations: of no message, or of one that a campaign put into a conversation. */
@TransactionEvent()
export class OtherStatusesReported {
  /** Those that belong to no message, as a handler knows. */
  readonly handled = new Set<ReportedStatus>();

  constructor(readonly reported: readonly ReportedStatus[]) {}
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

/** A customer's message was stored; neither for what our own number wrote on another device nor for a rating. */
@DomainEvent()
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
    /** It refuses campaigns: nothing but its confirmation answers it. */
    readonly optsOut: boolean,
  ) {}
}

/** Of different contacts, in the transaction that stored them. */
@TransactionEvent()
export class MessagesReceived {
  constructor(readonly messages: readonly MessageReceived[]) {}
}

/** A person of ours wrote in a conversation that robots may have answered, or its customer refused: all of them stop. */
@TransactionEvent()
export class AutomaticAnswersEnding {
  constructor(readonly ticketId: number) {}
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
