import { TransactionEvent } from '../../core/events/event.js';

/**
 * Two contacts turn out to be one: in the same unit of work later modules bring together what each of them had. Columns
 * that point to a contact by `@References` follow by themselves afterwards; a handler is needed only where both may have
 * something that there can be but one of.
 */
@TransactionEvent({ required: true })
export class ContactsMerging {
  constructor(
    /** The older one, which stays. */
    readonly keptId: number,
    readonly removedId: number,
  ) {}
}

/**
 * A contact is about to be deleted: what later modules keep about it goes in the same transaction, or a handler refuses.
 */
@TransactionEvent({ required: true })
export class ContactRemoving {
  constructor(readonly contactId: number) {}
}

/**
 * A contact is about to be forgotten. Rows that point to it by `@References` are removed with their files afterwards;
 * a handler is needed only for a module that counts them, or that has others hanging on them.
 */
@TransactionEvent({ required: true })
export class ContactErasing {
  constructor(readonly contactId: number) {}
}
