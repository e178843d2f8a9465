import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { HeldTickets } from './held-tickets.service.js';
import { InboundTickets } from './inbound-tickets.service.js';
import { TicketActs } from './ticket-acts.js';
import { TicketCycles } from './ticket-cycles.service.js';
import { TicketExportController } from './ticket-export.controller.js';
import { TicketExport } from './ticket-export.js';
import { TicketHistory } from './ticket-history.service.js';
import { TicketList } from './ticket-list.js';
import { TicketMemories } from './ticket-memory.service.js';
import { TicketOpening } from './ticket-opening.service.js';
import { TicketReaders } from './ticket-readers.service.js';
import { TicketReleases } from './ticket-releases.service.js';
import { TicketRows } from './ticket-rows.service.js';
import { TicketSearch } from './ticket-search.service.js';
import { TicketTagsController } from './ticket-tags.controller.js';
import { TicketTags } from './ticket-tags.service.js';
import { TicketTransfers } from './ticket-transfers.service.js';
import { TicketViewers } from './ticket-viewers.service.js';
import { TicketWindows } from './ticket-windows.service.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsListener } from './tickets.listener.js';
import './tickets.page.js';
import { TicketsService } from './tickets.service.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, SettingsModule, UsersModule],
  controllers: [TicketExportController, TicketsController, TicketTagsController],
  providers: [
    TicketsService,
    TicketActs,
    TicketExport,
    TicketTransfers,
    TicketCycles,
    TicketHistory,
    TicketList,
    TicketReaders,
    TicketRows,
    TicketSearch,
    TicketTags,
    HeldTickets,
    TicketMemories,
    InboundTickets,
    TicketReleases,
    TicketOpening,
    TicketWindows,
    TicketViewers,
    TicketsListener,
  ],
  exports: [
    TicketsService,
    TicketCycles,
    TicketReaders,
    TicketRows,
    TicketHistory,
    TicketMemories,
    TicketTags,
    TicketWindows,
    InboundTickets,
  ],
})
export class TicketsModule {}
