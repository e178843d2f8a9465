import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { moveReferences } from '../../../../core/database/referencing-rows.js';
import { Events } from '../../../../core/events/events.js';
import { Contact } from '../contact.entity.js';
import { cannotMergeGroups, cannotMergeWithItself, contactErrors } from '../contacts.errors.js';
import { ContactsMerging } from '../contacts.events.js';
import { mergedValues } from '../fields/contact-fields.js';
import { removeCommonTags } from './contact-merge.queries.js';

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

  /** Runs in the caller's unit of work. @throws 404, and 400 for the same contact twice or a group */
  async merge(oneId: number, otherId: number): Promise<MergeResult> {
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
    await moveReferences(this.db, { type: Contact, companyId: this.context.companyId, id: removed.id }, kept.id);
    const { id: removedId } = removed;
    const values = mergedValues(kept, removed);
    em.remove(removed);
    // number and LID are unique, so the younger contact's are free only after this flush
    await em.flush();
    Object.assign(kept, values);
    await em.flush();
    this.audit.record('contact.merged', kept.id, { mergedId: removedId });
    return { kept, removedId };
  }
}
