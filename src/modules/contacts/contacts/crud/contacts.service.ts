import { randomUUID } from 'node:crypto';
import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import {
  groupDigits,
  looksLocal,
  normalisePhone,
  phoneFrom,
  type ReadPhone,
  readPhone,
} from '../../../../core/phone.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { type ExportColumn, notFoundOf } from '../../../../core/resource/define-resource.js';
import { invalidQuery, isId, parseListQuery, type Query } from '../../../../core/resource/list-query.js';
import { type Days, type ListQuery, type Page, pageOf } from '../../../../core/resource/page.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { RecordTable, type Stored } from '../../../../core/resource/record-table.js';
import { listRules } from '../../../../core/resource/resource.module.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { isStorageKey } from '../../../../core/storage/storage.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { Contact } from '../contact.entity.js';
import type { NewIdentity } from '../contact-identifier.entity.js';
import type { ContactInput, UpsertContactInput } from '../contacts.dto.js';
import { duplicatedContact } from '../contacts.errors.js';
import { ContactOptedOut, ContactRemoving } from '../contacts.events.js';
import { visibleName } from '../contacts.policy.js';
import { contacts } from '../contacts.resource.js';
import { contactColumns, erasedValues } from '../fields/contact-fields.js';
import { type ChannelContact, ChannelContacts, keysOf, type Upserted } from '../identity/channel-contacts.js';
import { addFormerNumber } from '../identity/channel-contacts.queries.js';
import { isNameless, truncateName } from '../identity/contact-names.js';
import type { ListedContact } from '../import-export/contact-import.entity.js';
import { ContactMerge } from '../merge/contact-merge.js';
import {
  addTags,
  type ContactTag,
  contactWithNumber,
  dayBounds,
  foundContacts,
  infoNames,
  insertContacts,
  isFound,
  isNumberTaken,
  lockTags,
  removeOtherTags,
  selectedContacts,
  tagNumbers,
  tagsColumn,
  tagsOf,
  usernameColumn,
  withSomeTag,
} from '../queries/contacts.queries.js';
import { ContactSearchService } from '../search/contact-search.service.js';

const numberHidden = t(
  'Este contato não mostra o número e não pode recebê-lo aqui.',
  'This contact hides its number and cannot be given one here.',
  'Este contacto oculta su número y no puede recibirlo aquí.',
);
/** The maximum of extra info columns in an export. */
const maxInfos = 50;

export interface ContactRecord extends Columns<Contact, ContactInput> {
  readonly uuid: string;
  readonly profilePicUrl: string | null;
  readonly isGroup: boolean;
  /** The customer's username on WhatsApp, without the `@`. */
  readonly username: string | null;
  readonly tagIds: readonly number[];
  readonly tags: readonly ContactTag[];
}

@Injectable()
export class ContactsService extends CrudService<Contact, ContactInput, ContactRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly media: MediaUrls,
    private readonly channelContacts: ChannelContacts,
    private readonly search: ContactSearchService,
    private readonly contactMerge: ContactMerge,
    private readonly settings: SettingsService,
  ) {
    super(contacts, deps);
  }

  /** A search without other filters, ordered by name, reads its page from the search function. */
  override async list(query: ListQuery): Promise<Page<ContactRecord>> {
    const { search, sort, filter, days, ids, offset, limit } = query;
    const narrowed = Object.keys(filter).length > 0 || days || ids;
    if (search === '' || narrowed || sort.field !== 'name' || sort.order !== 'asc') return super.list(query);
    const table = new RecordTable(this.deps.db, Contact);
    const counting = !this.search.isFrequent(search);
    const wanted = { skipped: offset, most: limit + 1, counting };
    const rows = await this.deps.db.rows(
      foundContacts(this.deps.context.companyId, table, await this.search.find(search, wanted)),
    );
    const found = rows.filter(({ id }) => id !== null);
    const total = rows[0]?.total ?? 0;
    if (counting) this.search.rememberTotal(search, total);
    const page = pageOf(found, query, total);
    return { ...page, rows: await this.present(page.rows) };
  }

  /** The contacts that a list finds for these parameters, as a source of rows. @throws 400 */
  async selection(query: Query): Promise<RawBuilder<unknown>> {
    const { where } = await this.found(parseListQuery(query, listRules(contacts)));
    const table = new RecordTable(this.deps.db, Contact);
    return selectedContacts(table, table.condition(where));
  }

  /** Adds a column for each name of extra info to the declared columns. */
  override async exportColumns(): Promise<ExportColumn<Stored<Contact>>[]> {
    const infos = await this.deps.db.rows(infoNames(this.deps.context.companyId, maxInfos));
    const cellOf = (name: string) => (row: Stored<Contact>) =>
      row.extraInfo.find((info) => info.name === name)?.value ?? '';
    const country = await this.settings.get('country');
    const columns = (await super.exportColumns()).map((column) =>
      column.heading === contactColumns.number.heading[this.deps.context.locale]
        ? { ...column, cell: exportedNumber(country) }
        : column,
    );
    return [...columns, ...infos.map(({ name }) => ({ heading: name, cell: cellOf(name) }))];
  }

  /** A URL that browsers can load: signed for a file in our storage, or the provider's own. */
  pictureUrl(stored: string | null): string | null {
    return this.media.resolve(stored);
  }

  /** The form in which a number is stored. */
  normalise(number: string): string {
    return normalisePhone(number);
  }

  /** Reads a number that a person wrote, by the company's country. */
  async readNumber(written: string): Promise<ReadPhone> {
    return readPhone(written, await this.settings.get('country'));
  }

  /** The contact of an inbound message; created if it does not exist. */
  async upsertFromChannel(contact: ChannelContact): Promise<{ id: number; created: boolean }> {
    const [upserted] = await this.upsertAllFromChannel([contact]);
    if (!upserted) throw new Error(`Contact ${contact.number} was neither created nor found`);
    return upserted;
  }

  /** By what a channel's contact is found; two with an equal key may be one person. */
  keysOf(contact: ChannelContact): string[] {
    return keysOf(contact);
  }

  /** {@link upsertFromChannel} for contacts without a common key ({@link keysOf}), in the same order. */
  async upsertAllFromChannel(contacts: readonly ChannelContact[]): Promise<{ id: number; created: boolean }[]> {
    const upserted = await this.channelContacts.upsertAll(contacts);
    await this.emitUpserted(upserted);
    return upserted.map(({ id, created }) => ({ id, created }));
  }

  /** Numbers and ids that a channel reports as one person's: if one of them is a contact's, the others become its. */
  async linkFromChannel(contacts: readonly ChannelContact[]): Promise<void> {
    await this.emitUpserted(await this.channelContacts.linkAll(contacts));
  }

  /** {@link upsertFromChannel} without creating anybody. @returns undefined for a stranger */
  async findFromChannel(contact: ChannelContact): Promise<{ id: number } | undefined> {
    const known = await this.channelContacts.updateKnown([contact]);
    await this.emitUpserted(known);
    return known[0];
  }

  /** A customer's number or id has changed. @returns undefined when the former ones are of no contact */
  async changeFromChannel(former: ChannelContact, identity: NewIdentity): Promise<{ id: number } | undefined> {
    const changed = await this.channelContacts.change(former, identity);
    if (changed) await this.emitUpserted([changed]);
    return changed && { id: changed.id };
  }

  /** The contact with a number that a person wrote; a new one, with this name or its number, if there is none. @throws 400 */
  async withNumber(written: string, name: string | null): Promise<Contact> {
    const number = phoneFrom(written, await this.settings.get('country'));
    const { id } = await this.upsertFromChannel({ number, name, isGroup: number.length >= groupDigits });
    return this.find(id);
  }

  /** Creates the contact with that number, or updates the given fields of the existing one. @throws 400 */
  async upsert({ number, name, ...input }: UpsertContactInput): Promise<ContactRecord> {
    const digits = await this.numberOfProgram(number);
    const isGroup = digits.length >= groupDigits;
    const { id, created } = await this.upsertFromChannel({ number: digits, name: name ?? null, isGroup });
    const values = { ...input, ...(name && !created ? { name } : {}) };
    return Object.values(values).some((value) => value !== undefined) ? this.update(id, values) : this.get(id);
  }

  /**
   * Creates contacts with new numbers and adds the tag to all; existing contacts are otherwise unchanged. Returns how
   * many were created. @throws 404 for a tag of another company
   */
  async addAll(contacts: readonly ListedContact[], tagId: number | null): Promise<number> {
    const { companyId } = this.deps.context;
    const { length: created } = await this.deps.db.rows(insertContacts(companyId, contacts));
    if (tagId !== null) {
      await this.assertOwnTags([tagId]);
      const numbers = contacts.map(({ number }) => number);
      await this.deps.db.run(tagNumbers(companyId, numbers, tagId));
    }
    return created;
  }

  /** Merges two contacts into the older one and returns it. @throws 404, 400 */
  async merge(id: number, otherId: number): Promise<ContactRecord> {
    const { kept, removedId } = await this.contactMerge.merge(id, otherId);
    this.emitDeleted(removedId);
    return this.emitChanged('update', kept);
  }

  /** undefined if the contact no longer exists. */
  async findRecord(id: number): Promise<ContactRecord | undefined> {
    const contact = await this.em.findOne(Contact, { id, erasedAt: null });
    return contact ? this.presentOne(contact) : undefined;
  }

  /** @throws 404, also for an erased contact */
  getExisting(id: number): Promise<Contact> {
    return this.find(id);
  }

  /** Applies the provider's profile. An existing name or picture is kept, and an unused picture file is removed. */
  async applyProfile(id: number, name: string | null, picture: string | null): Promise<void> {
    const contact = await this.em.findOne(Contact, { id, erasedAt: null });
    const unused = picture !== null && (!contact || contact.profilePicUrl !== null);
    if (unused) await enqueueFileRemoval(this.jobs, [picture]);
    if (!contact) return;
    const given = visibleName(name, '');
    if (given !== '' && isNameless(contact)) contact.name = truncateName(given);
    contact.profilePicUrl ??= picture;
    await this.em.flush();
    await this.emitChanged('update', contact);
  }

  async isOptedOut(id: number): Promise<boolean> {
    return (await this.find(id)).optedOut;
  }

  /** Opts the contact out of campaigns, or in again. @returns false if it already was */
  async setOptedOut(id: number, optedOut: boolean): Promise<boolean> {
    const contact = await this.find(id);
    if (contact.optedOut === optedOut) return false;
    contact.optedOut = optedOut;
    await this.em.flush();
    if (optedOut) await this.deps.events.dispatch(new ContactOptedOut({ number: contact.number }));
    await this.emitChanged('update', contact);
    return true;
  }

  /** Removes everything that identifies the contact; the row stays for references to it, and lists omit it. */
  async anonymise(contact: Contact): Promise<void> {
    Object.assign(contact, erasedValues(contact), { uuid: randomUUID(), erasedAt: new Date() });
    await this.em.flush();
    this.emitDeleted(contact.id);
  }

  protected override where(): FilterQuery<Contact> {
    return { erasedAt: null };
  }

  protected override async write(
    contact: Contact,
    { number, email, extraInfo, ...input }: Partial<ContactInput>,
    creating: boolean,
  ): Promise<void> {
    const known = contact.name;
    await super.write(contact, input, creating);
    if (email !== undefined) contact.email = email ?? '';
    if (extraInfo) contact.extraInfo = extraInfo.map(({ name, value }, index) => ({ id: index + 1, name, value }));
    if (number !== undefined) await this.writeNumber(contact, number, creating);
    contact.name = visibleName(contact.name, creating ? contact.number : known);
  }

  private async writeNumber(contact: Contact, number: string, creating: boolean): Promise<void> {
    // forms send whole records; the number of a group or of a hidden contact is the provider's id, by which the next
    // message finds the contact, so it must not change
    if (contact.isGroup || number === contact.number) return;
    if (!creating && /\D/.test(contact.number)) throw coreErrors.ERR_VALIDATION({ fields: { number: numberHidden } });
    const digits = phoneFrom(number, await this.settings.get('country'));
    if (digits !== contact.number) await this.assertFree(digits);
    if (!creating && digits !== contact.number)
      await this.deps.db.run(addFormerNumber(this.deps.context.companyId, contact.id, contact.number));
    contact.number = digits;
    if (creating) contact.isGroup = digits.length >= groupDigits;
  }

  protected override async afterWrite({ id }: Contact, { tagIds }: Partial<ContactInput>): Promise<void> {
    if (!tagIds) return;
    const { companyId } = this.deps.context;
    await this.assertOwnTags(tagIds);
    await this.deps.db.run(removeOtherTags(companyId, id, tagIds));
    await this.deps.db.run(addTags(companyId, id, tagIds));
  }

  /** @throws 404 */
  private async assertOwnTags(tagIds: readonly number[]): Promise<void> {
    const own = await this.deps.db.rows(lockTags(this.deps.context.companyId, tagIds));
    if (own.length !== tagIds.length) throw notFoundOf('tags');
  }

  protected override async assertRemovable({ id, profilePicUrl }: Contact): Promise<void> {
    await this.deps.events.dispatch(new ContactRemoving({ contactId: id }));
    if (profilePicUrl && isStorageKey(profilePicUrl)) await enqueueFileRemoval(this.jobs, [profilePicUrl]);
  }

  protected override async present(
    rows: readonly (Stored<Contact> & { tags?: ContactTag[] | null; username?: string | null })[],
  ): Promise<ContactRecord[]> {
    const unread = rows.filter(({ tags }) => tags === undefined).map(({ id }) => id);
    const read = unread.length > 0 ? await this.deps.db.rows(tagsOf(this.deps.context.companyId, unread)) : [];
    const readById = new Map([...rows, ...read].map((row) => [row.id, row]));
    return this.records(rows, ({ id, uuid, profilePicUrl, isGroup }) => {
      const { tags, username = null } = readById.get(id) ?? {};
      return {
        uuid,
        profilePicUrl: this.pictureUrl(profilePicUrl),
        isGroup,
        username,
        tagIds: (tags ?? []).map((tag) => tag.id),
        tags: tags ?? [],
      };
    });
  }

  protected override listColumns(): RawBuilder<unknown>[] {
    return [tagsColumn, usernameColumn];
  }

  protected override async filterWhere({ tagIds, ...filter }: ListQuery['filter']) {
    if (tagIds === undefined) return { filter, where: {} };
    const wanted = [tagIds].flat().map(Number);
    if (!wanted.every(isId)) invalidQuery('filter');
    return { filter, where: withSomeTag(this.deps.context.companyId, wanted) };
  }

  protected override async searchWhere(search: string): Promise<object> {
    if (search === '') return {};
    return isFound(await this.search.find(search));
  }

  /** Filters by the day of creation, in the company's time zone. */
  protected override async dateWhere(days: Days): Promise<object> {
    const row = await this.deps.db.row(dayBounds(this.deps.context.companyId, days));
    return {
      createdAt: {
        ...(row?.from ? { $gte: new Date(row.from) } : {}),
        ...(row?.until ? { $lt: new Date(row.until) } : {}),
      },
    };
  }

  /**
   * Programs send numbers back as they received them. A foreign number may look like a Brazilian one without country
   * code: if a contact has exactly these digits, that contact is meant. @throws 400
   */
  private async numberOfProgram(written: string): Promise<string> {
    const country = await this.settings.get('country');
    const read = phoneFrom(written, country);
    if (!looksLocal(written, country)) return read;
    const [contact] = await this.deps.db.rows(isNumberTaken(this.deps.context.companyId, written));
    return contact ? written : read;
  }

  /** Reports the contact that has the number; concurrent inserts are left to the unique constraint. */
  private async assertFree(number: string): Promise<void> {
    const holder = await this.deps.db.row(contactWithNumber(this.deps.context.companyId, number));
    if (holder) throw duplicatedContact(holder);
  }

  private async emitUpserted(upserted: readonly Upserted[]): Promise<void> {
    const changed = new Map(upserted.filter((each) => each.changed).map((each) => [each.id, each]));
    for (const { removedIds } of upserted) for (const id of removedIds) this.emitDeleted(id);
    if (changed.size === 0) return;
    const rows = await this.em.find(Contact, { id: { $in: [...changed.keys()] } }, { orderBy: { id: 'asc' } });
    const records = await this.presentEntities(rows);
    for (const [index, row] of rows.entries())
      this.emit(changed.get(row.id)?.created ? 'create' : 'update', row.id, records[index] ?? null, row);
  }

  private emitDeleted(id: number): void {
    this.deps.events.emit(
      new RecordChanged({
        resource: contacts.name,
        action: 'delete',
        companyId: this.deps.context.companyId,
        id,
        record: null,
      }),
    );
  }
}

/** Adds a `+` where an import would otherwise read the number as a Brazilian one. */
const exportedNumber =
  (country: string) =>
  ({ number }: Pick<Contact, 'number'>): string =>
    looksLocal(number, country) ? `+${number}` : number;
