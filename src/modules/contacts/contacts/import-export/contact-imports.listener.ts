import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { ContactImportChanged } from '../contacts.events.js';
import { ContactImportsService } from './contact-imports.service.js';
import type { ImportProgress } from './file-imports.queries.js';

export interface ContactImportEvent {
  readonly action: 'update';
  readonly contactImport: ImportProgress;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    contactImport: ContactImportEvent;
    /** The event that also carries changes of single contacts. */
    contact: { readonly action: 'import'; readonly importId: number };
  }
}

@Injectable()
export class ContactImportsListener {
  constructor(private readonly imports: ContactImportsService) {}

  /** Sends the progress to the user who started it; if contacts were created, the lists of all users reload. */
  @Broadcast(ContactImportChanged)
  async importChanged({ companyId, importId }: ContactImportChanged): Promise<Emission[]> {
    const found = await this.imports.progress(importId);
    if (!found) return [];
    const { userId, ...progress } = found;
    const own: Emission<ContactImportEvent> = {
      rooms: [rooms.user(companyId, userId)],
      ...companyEvent(companyId, 'contactImport', { action: 'update', contactImport: progress }),
    };
    if (progress.status !== 'done' || progress.created === 0) return [own];
    const event = companyEvent(companyId, 'contact', { action: 'import', importId });
    return [own, { rooms: [rooms.company(companyId)], ...event }];
  }
}
