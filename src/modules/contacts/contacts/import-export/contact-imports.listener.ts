import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { ContactImportChanged } from '../contacts.events.js';
import { ContactImports } from './contact-imports.service.js';
import type { ImportProgress } from './file-imports.queries.js';

export interface ContactImportEvent {
  readonly action: 'update';
  readonly contactImport: ImportProgress;
}

@Injectable()
export class ContactImportsListener {
  constructor(private readonly imports: ContactImports) {}

  /** Progress goes to the user who started it; when contacts were created, the lists of all users reload. */
  @Broadcast(ContactImportChanged)
  async importChanged({ companyId, importId }: ContactImportChanged): Promise<Emission[]> {
    const found = await this.imports.progress(importId);
    if (!found) return [];
    const { userId, ...progress } = found;
    const own: Emission<ContactImportEvent> = {
      rooms: [rooms.user(companyId, userId)],
      name: `company-${companyId}-contactImport`,
      payload: { action: 'update', contactImport: progress },
    };
    if (progress.status !== 'done' || progress.created === 0) return [own];
    const payload = { action: 'import', importId };
    return [own, { rooms: [rooms.company(companyId)], name: `company-${companyId}-contact`, payload }];
  }
}
