import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { TicketTransfers } from './assignment/ticket-transfers.service.js';
import { BulkActionsController } from './bulk-actions/bulk-actions.controller.js';
import { BulkActionsService } from './bulk-actions/bulk-actions.service.js';
import { UndoableActions } from './bulk-actions/undoable-actions.service.js';
import { CompanyNames } from './company-names.queries.js';
import { TicketExportController } from './export/ticket-export.controller.js';
import { TicketExport } from './export/ticket-export.js';
import { ContactTicketsListener } from './lifecycle/contact-tickets.listener.js';
import { CustomerServiceWindow } from './lifecycle/customer-service-window.service.js';
import { InboundTickets } from './lifecycle/inbound-tickets.service.js';
import { TicketCycles } from './lifecycle/ticket-cycles.service.js';
import { TicketLifecycle } from './lifecycle/ticket-lifecycle.service.js';
import { TicketLocks } from './lifecycle/ticket-locks.service.js';
import { TicketNotesController } from './notes/ticket-notes.controller.js';
import { TicketNotesListener } from './notes/ticket-notes.listener.js';
import { TicketNotesService } from './notes/ticket-notes.service.js';
import { TicketViewers } from './presence/ticket-viewers.service.js';
import { TicketList } from './search/ticket-list.service.js';
import { TicketSearch } from './search/ticket-search.service.js';
import { TicketLanes } from './tags/ticket-lanes.service.js';
import { TicketTagsController } from './tags/ticket-tags.controller.js';
import { TicketTags } from './tags/ticket-tags.service.js';
import { TicketPreview } from './ticket-preview.service.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsListener } from './tickets.listener.js';
import { TicketQueries } from './tickets.queries.js';
import './tickets.page.js';
import './ticket-personal-data.queries.js';
import './tickets.audit.js';
import { TicketsService } from './tickets.service.js';
import { TicketHistory } from './visibility/ticket-history.service.js';

@Module({
  imports: [CompaniesModule, ConnectionsModule, ContactsModule, SettingsModule, UsersModule],
  controllers: [
    TicketExportController,
    TicketsController,
    TicketTagsController,
    TicketNotesController,
    BulkActionsController,
  ],
  providers: [
    TicketsService,
    TicketExport,
    TicketTransfers,
    TicketCycles,
    TicketHistory,
    TicketList,
    TicketQueries,
    CompanyNames,
    TicketSearch,
    TicketTags,
    TicketLanes,
    TicketLocks,
    TicketPreview,
    InboundTickets,
    TicketLifecycle,
    CustomerServiceWindow,
    TicketViewers,
    TicketsListener,
    // locks the contact's tickets before the other handlers of its erasure
    ContactTicketsListener,
    TicketNotesService,
    TicketNotesListener,
    BulkActionsService,
    UndoableActions,
  ],
  exports: [
    TicketsService,
    TicketCycles,
    TicketLifecycle,
    TicketTransfers,
    TicketLocks,
    TicketNotesService,
    TicketQueries,
    CompanyNames,
    TicketList,
    TicketTags,
    TicketTransfers,
    TicketLanes,
    TicketHistory,
    CustomerServiceWindow,
    InboundTickets,
    TicketPreview,
    UndoableActions,
  ],
})
export class TicketsModule {}
