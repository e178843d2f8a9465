import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { TicketQueries } from '../tickets/tickets.queries.js';
import { ContactImportChanged, TicketsRewritten } from './contact-care.events.js';
import { ContactImports } from './contact-imports.service.js';

@Injectable()
export class ContactImportsListener {
  constructor(
    private readonly imports: ContactImports,
    private readonly tickets: TicketQueries,
  ) {}

  /** Its progress goes to whoever started it; the list of contacts is worth a look when it is over. */
  @Broadcast(ContactImportChanged)
  async importChanged({ companyId, importId }: ContactImportChanged): Promise<Emission[]> {
    const found = await this.imports.progress(importId);
    if (!found) return [];
    const { userId, ...progress } = found;
    const shown: Emission = {
      rooms: [rooms.user(companyId, userId)],
      name: `company-${companyId}-contactImport`,
      payload: { action: 'update', contactImport: progress },
    };
    if (progress.status !== 'done' || progress.created === 0) return [shown];
    const payload = { action: 'import', importId };
    return [shown, { rooms: [rooms.company(companyId)], name: `company-${companyId}-contact`, payload }];
  }

  @Broadcast(TicketsRewritten)
  async ticketsRewritten({ ticketIds }: TicketsRewritten): Promise<Emission[]> {
    return [{ rooms: ticketIds.map((id) => this.tickets.roomOf(id)), name: 'resync', payload: {} }];
  }
}
