import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { TicketTransfers } from './assignment/ticket-transfers.service.js';
import { TicketUnassignment } from './assignment/ticket-unassignment.service.js';
import { TicketExportController } from './export/ticket-export.controller.js';
import { TicketExport } from './export/ticket-export.js';
import { CustomerServiceWindow } from './lifecycle/customer-service-window.service.js';
import { InboundTickets } from './lifecycle/inbound-tickets.service.js';
import { TicketAuditLog } from './lifecycle/ticket-audit-log.js';
import { TicketCycles } from './lifecycle/ticket-cycles.service.js';
import { TicketFactory } from './lifecycle/ticket-factory.service.js';
import { TicketLocks } from './lifecycle/ticket-locks.service.js';
import { TicketSnapshots } from './lifecycle/ticket-snapshots.service.js';
import { TicketViewers } from './presence/ticket-viewers.service.js';
import { TicketList } from './search/ticket-list.js';
import { TicketSearch } from './search/ticket-search.service.js';
import { TicketTagsController } from './tags/ticket-tags.controller.js';
import { TicketTags } from './tags/ticket-tags.service.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsListener } from './tickets.listener.js';
import { TicketQueries } from './tickets.queries.js';
import { TicketHistory } from './visibility/ticket-history.service.js';
import { TicketVisibility } from './visibility/ticket-visibility.service.js';
import './tickets.page.js';
import { TicketsService } from './tickets.service.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, SettingsModule, UsersModule],
  controllers: [TicketExportController, TicketsController, TicketTagsController],
  providers: [
    TicketsService,
    TicketAuditLog,
    TicketExport,
    TicketTransfers,
    TicketCycles,
    TicketHistory,
    TicketList,
    TicketVisibility,
    TicketQueries,
    TicketSearch,
    TicketTags,
    TicketLocks,
    TicketSnapshots,
    InboundTickets,
    TicketUnassignment,
    TicketFactory,
    CustomerServiceWindow,
    TicketViewers,
    TicketsListener,
  ],
  exports: [
    TicketsService,
    TicketCycles,
    TicketVisibility,
    TicketQueries,
    TicketHistory,
    TicketSnapshots,
    TicketTags,
    CustomerServiceWindow,
    InboundTickets,
  ],
})
export class TicketsModule {}
