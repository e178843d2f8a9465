import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../core/errors/core-errors.js';
import { t } from '../../core/i18n.js';
import { CrudKit, CrudService } from '../../core/resource/crud.service.js';
import { MediaUrls } from '../../core/storage/media-urls.js';
import { type ChannelContact, ChannelContacts } from './channel-contacts.js';
import { Contact } from './contact.entity.js';
import { ContactSearch } from './contact-search.service.js';
import type { ContactInput } from './contacts.dto.js';
import { contacts } from './contacts.resource.js';
import { groupDigits, normalisePhone } from './phone.js';

const tooShort = t('Muito curto!', 'Too short!', '¡Demasiado corto!');
const minDigits = 8;
const maxListed = 500;

@Injectable()
export class ContactsService extends CrudService<Contact, ContactInput> {
  constructor(
    kit: CrudKit,
    private readonly media: MediaUrls,
    private readonly channelContacts: ChannelContacts,
    private readonly search: ContactSearch,
  ) {
    super(contacts, kit);
  }

  /** Names for pickers, the first 500. */
  names(): Promise<{ id: number; name: string }[]> {
    return this.kit.db.rows('select id, name from contacts where company_id = ? order by name, id limit ?', [
      this.kit.context.companyId,
      maxListed,
    ]);
  }

  /** An address that browsers can load of where a picture lies: our storage, or already an address of the provider. */
  pictureUrl(stored: string | null): string | null {
    return stored === null || /^https?:/.test(stored) ? stored : this.media.sign(stored);
  }

  /** The contact a channel speaks of, made when there is none. */
  async upsertFromChannel(contact: ChannelContact): Promise<{ id: number; created: boolean }> {
    const { id, created, changed } = await this.channelContacts.upsert(contact);
    if (changed) await this.changed(created ? 'create' : 'update', await this.find(id));
    return { id, created };
  }

  protected override async write(
    contact: Contact,
    { number, email, extraInfo, ...input }: Partial<ContactInput>,
    creating: boolean,
  ): Promise<void> {
    await super.write(contact, input, creating);
    if (email !== undefined) contact.email = email ?? '';
    if (extraInfo) contact.extraInfo = extraInfo.map(({ name, value }, index) => ({ id: index + 1, name, value }));
    // a group's number is its identity with the provider
    if (number === undefined || contact.isGroup) return;
    const digits = normalisePhone(number);
    if (digits.length < minDigits) throw coreErrors.ERR_VALIDATION({ fields: { number: tooShort } });
    contact.number = digits;
    if (creating) contact.isGroup = digits.length >= groupDigits;
  }

  protected override async present(rows: readonly Contact[]): Promise<object[]> {
    const records = await super.present(rows);
    return rows.map(({ uuid, profilePicUrl, isGroup }, index) => ({
      ...records[index],
      uuid,
      profilePicUrl: this.pictureUrl(profilePicUrl ?? null),
      isGroup,
    }));
  }

  protected override async searchWhere(search: string): Promise<object> {
    return search === '' ? {} : { id: { $in: await this.search.ids(search) } };
  }
}
