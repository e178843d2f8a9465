import { DomainEvent, fields } from '../../../core/events/event.js';

/** An import into a list has started, progressed or ended. */
@DomainEvent()
export class ContactListImportChanged extends fields<{
  companyId: number;
  importId: number;
}>() {}

/** Many contacts were added to a list at once. */
@DomainEvent()
export class ContactListFilled extends fields<{
  companyId: number;
  contactListId: number;
}>() {}
