import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

/**
 * Two contacts are being merged. Rows that reference a contact by `@ForeignKey` are moved afterwards; a handler is
 * needed only if one row may exist per contact.
 */
@TransactionEvent({ required: true })
export class ContactsMerging extends fields<{
  /** The older contact, which stays. */
  keptId: number;
  removedId: number;
}>() {}

/** A contact is being deleted: handlers remove what their module stores about it, or throw to refuse. */
@TransactionEvent({ required: true })
export class ContactRemoving extends fields<{
  contactId: number;
}>() {}

/**
 * The personal data of a contact is being erased. Rows that reference it by `@ForeignKey` are deleted with their files
 * afterwards. Tables named by `describePersonalData`, and references to the deleted rows, need a handler.
 */
@TransactionEvent({ required: true })
export class ContactErasing extends fields<{
  contactId: number;
  /** The number and former ones that nobody else has now, in every spelling. */
  numbers: readonly string[];
  /** Further ids of the person, by which channels report it. */
  identifiers: readonly string[];
}>() {}

/** A contact does not want advertising any more. */
@TransactionEvent()
export class ContactOptedOut extends fields<{
  number: string;
}>() {}

/** An import has progressed or ended. */
@DomainEvent()
export class ContactImportChanged extends fields<{
  companyId: number;
  importId: number;
}>() {}

/** A contact gets another number: recipients of lists and campaigns that are copies of the former number follow. */
@TransactionEvent({ required: true })
export class ContactRenumbering extends fields<{
  contactId: number;
  from: string;
  to: string;
}>() {}
