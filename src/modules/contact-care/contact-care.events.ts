import { DomainEvent } from '../../core/events/event.js';

/** An import got on, or is over. */
@DomainEvent()
export class ContactImportChanged {
  constructor(
    readonly companyId: number,
    readonly importId: number,
  ) {}
}
