import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';
import { definePort } from '../../../core/events/port.js';
import type { StatusReport } from '../../channels/connections/channels/channel.js';
import type { MessageStatus } from './message.entity.js';

/** A message was stored or changed. */
@DomainEvent()
export class MessageStored extends fields<{
  companyId: number;
  messageId: number;
  action: 'create' | 'update';
}>() {}

/** An own message was sent, delivered, read, or failed. */
@DomainEvent()
export class MessageStatusChanged extends fields<{
  companyId: number;
  messageId: number;
  status: MessageStatus;
  ack: number;
}>() {}

/** A status that a provider reported through a connection. */
export interface ReportedStatus {
  readonly connectionId: number;
  readonly status: StatusReport;
}

/**
 * Statuses of what was sent beside conversations: of no message, or of one that a campaign put into a conversation. Each
 * answer names those that belong to no message.
 */
export const otherStatuses = definePort<readonly ReportedStatus[], readonly ReportedStatus[]>('otherStatuses');

/** An own message that failed is about to be sent again. */
@TransactionEvent()
export class MessageRetrying extends fields<{
  messageId: number;
}>() {}

/** An attendant is typing; repeated by their screen every few seconds. */
@DomainEvent()
export class AttendantTyping extends fields<{
  companyId: number;
  ticketId: number;
  /** A message with a later time ends it. */
  at: string;
}>() {}

/** A customer's message was stored; neither for what our own number wrote on another device nor for a rating. */
@DomainEvent()
export class MessageReceived extends fields<{
  companyId: number;
  connectionId: number;
  ticketId: number;
  contactId: number;
  messageId: number;
  type: string;
  body: string;
  isGroup: boolean;
  /** The ticket was opened for it. */
  newConversation: boolean;
  /** The ticket has an attendant. */
  assigned: boolean;
  /** It refuses campaigns: nothing but its confirmation answers it. */
  optsOut: boolean;
}>() {}

/** Of different contacts, in the transaction that stored them. */
@TransactionEvent()
export class MessagesReceived extends fields<{
  messages: readonly MessageReceived[];
}>() {}

/** A person of ours wrote in a conversation that robots may have answered, or its customer refused: all of them stop. */
@TransactionEvent()
export class AutomaticAnswersEnding extends fields<{
  ticketId: number;
}>() {}

/** `unavailable`: it failed or may not answer any more; `finished`: it has come to its end; `transferred`: it chose a department. */
export type AutomaticAnswersEnd = 'unavailable' | 'finished' | 'transferred';

/** The prompt or integration of a ticket answers no longer. */
@TransactionEvent()
export class AutomaticAnswersStopped extends fields<{
  ticketId: number;
  reason: AutomaticAnswersEnd;
}>() {}
