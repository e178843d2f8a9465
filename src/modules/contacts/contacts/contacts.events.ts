import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

/**
 * Two contacts become one. Rows that reference a contact by `@ForeignKey` are moved afterwards; a handler is needed only
 * where there can be but one row for both.
 */
@TransactionEvent({ required: true })
export class ContactsMerging extends fields<{
  /** The older one, which stays. */
  keptId: number;
  removedId: number;
}>() {}

/** A contact is about to be deleted: handlers remove what their module keeps about it, or throw. */
@TransactionEvent({ required: true })
export class ContactRemoving extends fields<{
  contactId: number;
}>() {}

/**
 * The personal data of a contact is about to be erased. Rows that reference the contact by `@ForeignKey` are deleted with
 * their files afterwards; a handler is needed for tables that `describePersonalData` names, and for what references those rows.
 */
@TransactionEvent({ required: true })
export class ContactErasing extends fields<{
  contactId: number;
  number: string;
}>() {}

/** An import has progressed or is finished. */
@DomainEvent()
export class ContactImportChanged extends fields<{
  companyId: number;
  importId: number;
}>() {}
