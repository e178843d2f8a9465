import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { moveReferences } from '../../../../core/database/referencing-rows.js';
import { Events } from '../../../../core/events/events.js';
import { Contact } from '../contact.entity.js';
import { cannotMergeGroups, cannotMergeWithItself, contactErrors } from '../contacts.errors.js';
import { ContactRenumbering, ContactsMerging } from '../contacts.events.js';
import { mergedValues, withFormerNumbers } from '../fields/contact-fields.js';
import { addFormerNumber } from '../identity/channel-contacts.queries.js';
import { hasPhoneNumber } from '../identity/contact-names.js';
import { keepNewestUsername, removeCommonTags } from './contact-merge.queries.js';

export interface MergeResult {
  readonly kept: Contact;
  readonly removedId: number;
}

/** Merges two contacts: all references to the younger one move to the older one (behaviour.md §4). */
@Injectable()
export class ContactMerge {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  /**
   * Runs in the caller's unit of work. @param number decides between two phone numbers; by default the older contact's
   * stays. @throws 404, and 400 for the same contact twice or a group
   */
  async merge(oneId: number, otherId: number, number?: string): Promise<MergeResult> {
    if (oneId === otherId) throw cannotMergeWithItself();
    const { em } = this.db;
    await this.db.lock('merge-contacts', this.context.companyId);
    const [kept, removed] = await em.find(
      Contact,
      { id: { $in: [oneId, otherId] }, erasedAt: null },
      { orderBy: { id: 'asc' }, refresh: true },
    );
    if (!kept || !removed) throw contactErrors.ERR_NO_CONTACT_FOUND();
    if (kept.isGroup || removed.isGroup) throw cannotMergeGroups();
    await this.events.dispatch(new ContactsMerging({ keptId: kept.id, removedId: removed.id }));
    // a tag of both contacts would violate the unique constraint
    await this.db.run(removeCommonTags(this.context.companyId, removed.id, kept.id));
    await this.db.run(keepNewestUsername(this.context.companyId, [kept.id, removed.id]));
    await moveReferences(this.db, { type: Contact, companyId: this.context.companyId, id: removed.id }, kept.id);
    const { id: removedId } = removed;
    const merged = mergedValues(kept, removed);
    const values = { ...merged, number: number ?? merged.number };
    const former = [kept, removed]
      .filter((each) => hasPhoneNumber(each) && each.number !== values.number)
      .map((each) => each.number);
    values.extraInfo = withFormerNumbers(values, former);
    em.remove(removed);
    // the number is unique, so the younger contact's is free only after this flush
    await em.flush();
    Object.assign(kept, values);
    await em.flush();
    // lists and campaigns have copies of numbers: the person is written to once
    for (const from of former) {
      await this.db.run(addFormerNumber(this.context.companyId, kept.id, from));
      await this.events.dispatch(new ContactRenumbering({ contactId: kept.id, from, to: values.number }));
    }
    this.audit.record('contact.merged', kept.id, { mergedId: removedId });
    return { kept, removedId };
  }
}
