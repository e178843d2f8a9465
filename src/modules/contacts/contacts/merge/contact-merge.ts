import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { moveReferences } from '../../../../core/database/referencing-rows.js';
import { Events } from '../../../../core/events/events.js';
import { Contact, type ExtraInfo } from '../contact.entity.js';
import { cannotMergeGroups, cannotMergeWithItself, contactErrors } from '../contacts.errors.js';
import { ContactsMerging } from '../contacts.events.js';
import { removeCommonTags } from './contact-merge.queries.js';

export interface MergeResult {
  readonly kept: Contact;
  readonly removedId: number;
}

const maxInfo = 100;

/** Merges two contacts: everything of the younger one moves to the older one (behaviour.md §4). */
@Injectable()
export class ContactMerge {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  /** In the caller's unit of work. @throws 404, and 400 for one and the same contact or a group */
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
    // a tag of both would be there twice
    await this.db.run(removeCommonTags(this.context.companyId, removed.id, kept.id));
    await moveReferences(this.db, { type: Contact, companyId: this.context.companyId, id: removed.id }, kept.id);
    const { id: removedId, name, number, lid, email, profilePicUrl, extraInfo, optedOut } = removed;
    em.remove(removed);
    // number and LID are unique: the younger one's are free only now
    await em.flush();
    mergeFields(kept, { name, number, lid, email, profilePicUrl, extraInfo, optedOut });
    await em.flush();
    this.audit.record('contact.merged', kept.id, { mergedId: removedId });
    return { kept, removedId };
  }
}

/** Whether the number is a phone number, not an id of the provider. */
export const hasPhoneNumber = ({ number, lid }: Pick<Contact, 'number' | 'lid'>): boolean =>
  /^\d+$/.test(number) && number !== lid;

/** The form's maximum: a longer name could not be saved again. */
const maxName = 50;
/** A name given by a channel, cut to the maximum. */
export const truncateName = (text: string): string => text.slice(0, maxName);

/** Whether the number is used as the name. */
export const isNameless = ({ name, number }: Pick<Contact, 'name' | 'number'>): boolean =>
  name === number || name === truncateName(number);

type MergedFields = Pick<Contact, 'name' | 'number' | 'lid' | 'email' | 'profilePicUrl' | 'extraInfo' | 'optedOut'>;

/** The older one's values win; a second number is kept as further information, and an opt-out of either holds. */
function mergeFields(kept: Contact, removed: MergedFields): void {
  const hasNumber = hasPhoneNumber(kept);
  const infos = [...kept.extraInfo, ...removed.extraInfo.filter((info) => !kept.extraInfo.some(same(info)))];
  if (hasNumber && hasPhoneNumber(removed)) infos.push({ id: 0, name: 'Número', value: removed.number });
  if (isNameless(kept)) kept.name = removed.name;
  if (!hasNumber && hasPhoneNumber(removed)) kept.number = removed.number;
  kept.lid ??= removed.lid;
  kept.email ||= removed.email;
  kept.profilePicUrl ??= removed.profilePicUrl;
  kept.optedOut ||= removed.optedOut;
  kept.extraInfo = infos.slice(0, maxInfo).map(({ name, value }, index) => ({ id: index + 1, name, value }));
}

const same =
  (one: ExtraInfo) =>
  (other: ExtraInfo): boolean =>
    one.name === other.name && one.value === other.value;
