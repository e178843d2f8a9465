import { DomainEvent } from '../../core/events/event.js';

/** An import into a list has begun, progressed or ended. */
@DomainEvent()
export class ContactListImportChanged {
  constructor(
    readonly companyId: number,
    readonly importId: number,
  ) {}
}
