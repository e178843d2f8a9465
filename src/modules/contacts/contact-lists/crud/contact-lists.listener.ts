import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { ContactErasing, ContactRenumbering } from '../../contacts/contacts.events.js';
import type { ImportProgress } from '../../contacts/import-export/file-imports.queries.js';
import { ContactListFilled, ContactListImportChanged } from '../contact-lists.events.js';
import { ContactListImportsService } from '../import/contact-list-imports.service.js';
import { ContactListItemsService } from '../items/contact-list-items.service.js';
import { ContactListsService } from './contact-lists.service.js';

export interface ContactListImportEvent {
  readonly action: 'update';
  readonly contactListImport: ImportProgress;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    contactListImport: ContactListImportEvent;
    /** The socket event `company-{c}-ContactListItem-{contactListId}`. */
    ContactListItem: { readonly action: 'reload'; readonly records: readonly object[] };
  }
}

@Injectable()
export class ContactListsListener {
  constructor(
    private readonly imports: ContactListImportsService,
    private readonly lists: ContactListsService,
    private readonly items: ContactListItemsService,
  ) {}

  /** Sends the progress to the user who started the import. */
  @Broadcast(ContactListImportChanged)
  async importChanged({ companyId, importId }: ContactListImportChanged): Promise<Emission<ContactListImportEvent>[]> {
    const found = await this.imports.progress(importId);
    if (!found) return [];
    const { userId, ...contactListImport } = found;
    return [
      {
        rooms: [rooms.user(companyId, userId)],
        ...companyEvent(companyId, 'contactListImport', { action: 'update', contactListImport }),
      },
    ];
  }

  /** Existing clients expect this event while the list is open; it has the most recently added rows. */
  @Broadcast(ContactListFilled)
  async listFilled({ companyId, contactListId }: ContactListFilled): Promise<Emission[]> {
    const records = await this.items.newest(contactListId);
    const event = companyEvent(companyId, 'ContactListItem', { action: 'reload', records }, contactListId);
    return [{ rooms: [rooms.admins(companyId)], ...event }];
  }

  @InTransaction(ContactErasing)
  async contactErasing({ numbers }: ContactErasing): Promise<void> {
    for (const number of numbers) await this.lists.removeNumber(number);
  }

  @InTransaction(ContactRenumbering)
  contactRenumbering({ from, to }: ContactRenumbering): Promise<void> {
    return this.lists.renumber(from, to);
  }
}
