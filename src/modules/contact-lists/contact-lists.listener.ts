import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission, InTransaction } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { ContactErasing } from '../contacts/contacts.events.js';
import type { ImportProgress } from '../contacts/import-export/file-imports.service.js';
import { ContactListImports } from './contact-list-imports.service.js';
import { ContactListImportChanged } from './contact-lists.events.js';
import { ContactListsService } from './contact-lists.service.js';

export interface ContactListImportEvent {
  readonly action: 'update';
  readonly contactListImport: ImportProgress;
}

@Injectable()
export class ContactListsListener {
  constructor(
    private readonly imports: ContactListImports,
    private readonly lists: ContactListsService,
  ) {}

  /** Progress goes to the user who started it. */
  @Broadcast(ContactListImportChanged)
  async importChanged({ companyId, importId }: ContactListImportChanged): Promise<Emission<ContactListImportEvent>[]> {
    const found = await this.imports.progress(importId);
    if (!found) return [];
    const { userId, ...contactListImport } = found;
    return [
      {
        rooms: [rooms.user(companyId, userId)],
        name: `company-${companyId}-contactListImport`,
        payload: { action: 'update', contactListImport },
      },
    ];
  }

  @InTransaction(ContactErasing)
  contactErasing({ number }: ContactErasing): Promise<void> {
    return this.lists.removeNumber(number);
  }
}
