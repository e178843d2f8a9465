import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { InboundTickets } from './inbound-tickets.service.js';
import { TicketCycles } from './ticket-cycles.service.js';
import { TicketList } from './ticket-list.js';
import { TicketOpening } from './ticket-opening.service.js';
import { TicketReleases } from './ticket-releases.service.js';
import { TicketRows } from './ticket-rows.service.js';
import { TicketSearch } from './ticket-search.service.js';
import { TicketTransfers } from './ticket-transfers.service.js';
import { TicketWindows } from './ticket-windows.service.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsListener } from './tickets.listener.js';
import './tickets.page.js';
import { TicketsService } from './tickets.service.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, SettingsModule],
  controllers: [TicketsController],
  providers: [
    TicketsService,
    TicketTransfers,
    TicketCycles,
    TicketList,
    TicketRows,
    TicketSearch,
    InboundTickets,
    TicketReleases,
    TicketOpening,
    TicketWindows,
    TicketsListener,
  ],
  exports: [TicketsService, TicketCycles, TicketRows, TicketWindows, InboundTickets],
})
export class TicketsModule {}
