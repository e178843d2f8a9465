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

/** A message of the company was sent, delivered or read, or it failed. */
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
 * Statuses of what was sent outside of conversations, even if a campaign added it to a conversation since. Each answer names
 * those that belong to no message.
 */
export const otherStatuses = definePort<readonly ReportedStatus[], readonly ReportedStatus[]>('otherStatuses');

/** A message of a customer who may be choosing from a menu. */
export interface PossibleChoice {
  readonly contactId: number;
  readonly connectionId: number;
  readonly body: string;
  /** The id of the pressed button or row. */
  readonly pressed: unknown;
}

/** Whether a message chooses from a menu or a flow that waits for the customer's choice. */
export const menuChoice = definePort<PossibleChoice, boolean>('menuChoice');

/** A failed message of the company is about to be sent again. */
@TransactionEvent()
export class MessageRetrying extends fields<{
  messageId: number;
}>() {}

/** An attendant is typing; emitted every few seconds while it lasts. */
@DomainEvent()
export class AttendantTyping extends fields<{
  companyId: number;
  ticketId: number;
  /** A message with a later time ends the typing. */
  at: string;
}>() {}

/** A customer's message was stored. Not emitted for ratings and messages that our number sent from another device. */
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
  /** The ticket was created for the message. */
  newConversation: boolean;
  /** The ticket has an attendant. */
  assigned: boolean;
  /** The message opts out of campaigns or in again: bots answer only with the confirmation. */
  optsOut: boolean;
}>() {}

/** Messages of different contacts were stored in this transaction. */
@TransactionEvent()
export class MessagesReceived extends fields<{
  messages: readonly MessageReceived[];
}>() {}

/** An attendant wrote in a conversation that bots may have answered, or the customer opted out: all bots stop. */
@TransactionEvent()
export class AutomaticAnswersEnding extends fields<{
  ticketId: number;
}>() {}

/** `unavailable`: it failed or may not answer; `finished`: it has ended; `transferred`: it chose a department. */
export type AutomaticAnswersEnd = 'unavailable' | 'finished' | 'transferred';

/** The prompt or the integration of a ticket has stopped answering. */
@TransactionEvent()
export class AutomaticAnswersStopped extends fields<{
  ticketId: number;
  reason: AutomaticAnswersEnd;
}>() {}
