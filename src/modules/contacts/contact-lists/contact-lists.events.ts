import { DomainEvent, fields } from '../../../core/events/event.js';

/** An import into a list has begun, progressed or ended. */
@DomainEvent()
export class ContactListImportChanged extends fields<{
  companyId: number;
  importId: number;
}>() {}

/** Contacts were put on a list, many at once. */
@DomainEvent()
export class ContactListFilled extends fields<{
  companyId: number;
  contactListId: number;
}>() {}
