import { DomainEvent } from '../../../core/events/event.js';

/** An import into a list has begun, progressed or ended. */
@DomainEvent()
export class ContactListImportChanged {
  constructor(
    readonly companyId: number,
    readonly importId: number,
  ) {}
}

/** Contacts were put on a list, many at once. */
@DomainEvent()
export class ContactListFilled {
  constructor(
    readonly companyId: number,
    readonly contactListId: number,
  ) {}
}
