import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../core/audit/audit.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { columnsReferencing } from '../../../core/database/foreign-keys.js';
import { Events } from '../../../core/events/events.js';
import { Contact, type ExtraInfo } from '../contact.entity.js';
import '../contacts.audit.js';
import { cannotMergeGroups, cannotMergeWithItself, contactErrors } from '../contacts.errors.js';
import { ContactsMerging } from '../contacts.events.js';

export interface MergeResult {
  readonly kept: Contact;
  readonly removedId: number;
}

const maxInfo = 100;

/** Makes one contact of two: everything of the younger goes over to the older one (behaviour.md §4). */
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
    const [kept, gone] = await em.find(
      Contact,
      { id: { $in: [oneId, otherId] }, erasedAt: null },
      { orderBy: { id: 'asc' }, refresh: true },
    );
    if (!kept || !gone) throw contactErrors.ERR_NO_CONTACT_FOUND();
    if (kept.isGroup || gone.isGroup) throw cannotMergeGroups();
    await this.events.dispatch(new ContactsMerging(kept.id, gone.id));
    await this.moveReferences(gone.id, kept.id);
    const { id: goneId, name, number, lid, email, profilePicUrl, extraInfo, optedOut } = gone;
    em.remove(gone);
    // number and LID are unique: the younger one's are free only now
    await em.flush();
    takeOver(kept, { name, number, lid, email, profilePicUrl, extraInfo, optedOut });
    await em.flush();
    this.audit.record('contact.merged', kept.id, { mergedId: goneId });
    return { kept, removedId: goneId };
  }

  /** Whatever points to a contact, by the references that are declared; a row that is left behind stops the removal. */
  private async moveReferences(from: number, to: number): Promise<void> {
    for (const { table, column } of columnsReferencing(this.db.em.getMetadata(), Contact))
      await this.db.run(sql`update ${sql.id(table)} set ${sql.id(column)} = ${to} where company_id = ${this.context.companyId}
         and ${sql.id(column)} = ${from}`);
  }
}

/** Whether the contact has a number that can be dialled, not only what a provider calls somebody without one. */
export const hasPhoneNumber = ({ number, lid }: Pick<Contact, 'number' | 'lid'>): boolean =>
  /^\d+$/.test(number) && number !== lid;

/** As long as a name may be that people write: what they save later must not be refused for it. */
const maxName = 50;
/** What a channel calls somebody, as it fits into a name. */
export const truncateName = (text: string): string => text.slice(0, maxName);

/** Whether the number stands in for the name. */
export const isNameless = ({ name, number }: Pick<Contact, 'name' | 'number'>): boolean =>
  name === number || name === truncateName(number);

type Facts = Pick<Contact, 'name' | 'number' | 'lid' | 'email' | 'profilePicUrl' | 'extraInfo' | 'optedOut'>;

/** What the older one has stays; a second number is kept among the further information, and a wish to be left alone holds. */
function takeOver(kept: Contact, gone: Facts): void {
  const dialled = hasPhoneNumber(kept);
  const infos = [...kept.extraInfo, ...gone.extraInfo.filter((info) => !kept.extraInfo.some(same(info)))];
  if (dialled && hasPhoneNumber(gone)) infos.push({ id: 0, name: 'Número', value: gone.number });
  if (isNameless(kept)) kept.name = gone.name;
  if (!dialled && hasPhoneNumber(gone)) kept.number = gone.number;
  kept.lid ??= gone.lid;
  kept.email ||= gone.email;
  kept.profilePicUrl ??= gone.profilePicUrl;
  kept.optedOut ||= gone.optedOut;
  kept.extraInfo = infos.slice(0, maxInfo).map(({ name, value }, index) => ({ id: index + 1, name, value }));
}

const same =
  (one: ExtraInfo) =>
  (other: ExtraInfo): boolean =>
    one.name === other.name && one.value === other.value;
