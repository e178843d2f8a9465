import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';
import type { Localized } from '../../../core/i18n.js';
import type { ConnectionStatus } from './connection.entity.js';

/** A connection is about to be removed softly; its open conversations are closed in the same transaction. */
@TransactionEvent({ required: true })
export class ConnectionRemoving extends fields<{
  connectionId: number;
}>() {}

/** Credentials or the number of a connection are written, which its provider has to check. */
@TransactionEvent({ required: true })
export class ConnectionCredentialsWritten extends fields<{
  connectionId: number;
}>() {}

/** An event of a provider is stored. Handled in order per customer. */
@DomainEvent()
export class InboxEventReceived extends fields<{
  connectionId: number;
  inboxId: number;
  /** Number of the customer or id of the group. */
  external: string;
}>() {}

/** Several statuses of our messages are stored in these rows; the rows may be handled in any order. */
@DomainEvent()
export class InboxStatusesReceived extends fields<{
  connectionId: number;
  inboxIds: readonly number[];
}>() {}

/** Also emitted for a new connection. */
@DomainEvent()
export class ConnectionStatusChanged extends fields<{
  companyId: number;
  connectionId: number;
  status: ConnectionStatus;
}>() {}

/** A connection was disconnected, reconnected or resumed: waiting messages are processed now. */
@DomainEvent()
export class ConnectionSendingChanged extends fields<{
  connectionId: number;
}>() {}

/** The history of a phone waits in the inbox as a whole, or further files of it do. */
@DomainEvent()
export class PhoneHistoryComplete extends fields<{
  connectionId: number;
}>() {}

/** A provider changed the quality or the limits of a number. */
@DomainEvent()
export class NumberReported extends fields<{
  connectionId: number;
}>() {}

/**
 * A provider reported something about the account of a number. `disconnect`: nothing can be sent any more; `pause`:
 * nothing until then (milliseconds since the epoch); `warn`: managers should know.
 */
@DomainEvent()
export class AccountReported extends fields<{
  connectionId: number;
  effect: 'disconnect' | 'pause' | 'warn';
  code: string;
  text: Localized;
  until: number | null;
}>() {}

/** A provider changed the category of a template, or will change it to `next`. */
@DomainEvent()
export class TemplateCategoryReported extends fields<{
  connectionId: number;
  name: string;
  language: string;
  category: string;
  next: string | null;
}>() {}

/** A provider changed the status of a template. */
@DomainEvent()
export class TemplateStatusReported extends fields<{
  connectionId: number;
  name: string;
  language: string;
  status: string;
  reason: string | null;
}>() {}

/** A provider changed the quality rating of a template; null: it is not rated. */
@DomainEvent()
export class TemplateQualityReported extends fields<{
  connectionId: number;
  name: string;
  language: string;
  quality: string | null;
}>() {}

/** A customer is typing, on channels that report it; repeated every few seconds, never stored. */
@DomainEvent()
export class CustomerTyping extends fields<{
  companyId: number;
  connectionId: number;
  number: string;
}>() {}

/** The personal data of these customers or groups are removed, in the same transaction. */
@TransactionEvent()
export class NumbersErased extends fields<{
  companyId: number;
  numbers: readonly string[];
}>() {}
