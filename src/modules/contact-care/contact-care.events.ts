import { DomainEvent } from '../../core/events/event.js';

/** An import got on, or is over. */
@DomainEvent()
export class ContactImportChanged {
  constructor(
    readonly companyId: number,
    readonly importId: number,
  ) {}
}

/** Messages of these conversations went elsewhere or lost their texts: whoever shows them has to ask anew. */
@DomainEvent()
export class TicketsRewritten {
  constructor(
    readonly companyId: number,
    readonly ticketIds: readonly number[],
  ) {}
}
