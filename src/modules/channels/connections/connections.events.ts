import { DomainEvent, TransactionEvent } from '../../../core/events/event.js';
import type { ConnectionStatus } from './connection.entity.js';

/** A connection is about to be removed softly; its open conversations are closed in the same transaction. */
@TransactionEvent({ required: true })
export class ConnectionRemoving {
  constructor(readonly connectionId: number) {}
}

/** An event of a provider is stored. Handled in order per customer. */
@DomainEvent()
export class InboxEventReceived {
  constructor(
    readonly connectionId: number,
    readonly inboxId: number,
    /** Number of the customer or id of the group. */
    readonly external: string,
  ) {}
}

/** Statuses of our messages that came together are stored, in these rows. They may be handled in any order. */
@DomainEvent()
export class InboxStatusesReceived {
  constructor(
    readonly connectionId: number,
    readonly inboxIds: readonly number[],
  ) {}
}

/** Also of a new connection. */
@DomainEvent()
export class ConnectionStatusChanged {
  constructor(
    readonly companyId: number,
    readonly connectionId: number,
    readonly status: ConnectionStatus,
  ) {}
}

/** A connection was disconnected, reconnected or resumed: waiting messages are processed now. */
@DomainEvent()
export class ConnectionSendingChanged {
  constructor(readonly connectionId: number) {}
}

/** A provider changed the quality or the limits of a number. */
@DomainEvent()
export class NumberReported {
  constructor(readonly connectionId: number) {}
}

/** A provider changed the status of a template. */
@DomainEvent()
export class TemplateStatusReported {
  constructor(
    readonly connectionId: number,
    readonly name: string,
    readonly language: string,
    readonly status: string,
    readonly reason: string | null,
  ) {}
}

/** A provider rates a template anew; null: not rated. */
@DomainEvent()
export class TemplateQualityReported {
  constructor(
    readonly connectionId: number,
    readonly name: string,
    readonly language: string,
    readonly quality: string | null,
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

/** The personal data of these customers or groups are removed, in the same transaction. */
@TransactionEvent()
export class NumbersErased {
  constructor(
    readonly companyId: number,
    readonly numbers: readonly string[],
  ) {}
}
