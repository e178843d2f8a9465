import { DomainEvent, TransactionEvent } from '../../core/events/event.js';

/** A connection is about to be removed softly; its open conversations are closed in the same transaction. */
@TransactionEvent({ required: true })
export class ConnectionRemoving {
  constructor(readonly connectionId: number) {}
}

/** A provider told us something, and it is stored. Handled in order per customer. */
@DomainEvent()
export class InboxEventReceived {
  constructor(
    readonly connectionId: number,
    readonly inboxId: number,
    /** Number of the customer or id of the group. */
    readonly external: string,
  ) {}
}

/** A connection may send again, or may no longer: what waits for it is worth a look now. */
@DomainEvent()
export class ConnectionSendingChanged {
  constructor(readonly connectionId: number) {}
}

/** A provider changed its mind about a template of a connection. */
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
