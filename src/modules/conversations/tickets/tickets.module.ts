import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { TicketTransfersService } from './assignment/ticket-transfers.service.js';
import { BulkActionsController } from './bulk-actions/bulk-actions.controller.js';
import { BulkActionsService } from './bulk-actions/bulk-actions.service.js';
import { DeferredTransitionsService } from './bulk-actions/deferred-transitions.service.js';
import { FinalizeActionHandler } from './bulk-actions/finalize-action.job.js';
import { UndoableActionsService } from './bulk-actions/undoable-actions.service.js';
import { TicketRowsService } from './crud/ticket-rows.service.js';
import { TicketsController } from './crud/tickets.controller.js';
import { TicketsListener } from './crud/tickets.listener.js';
import { TicketExportController } from './export/ticket-export.controller.js';
import { TicketExport } from './export/ticket-export.js';
import { ContactTicketsListener } from './lifecycle/contact-tickets.listener.js';
import { CustomerServiceWindowService } from './lifecycle/customer-service-window.service.js';
import { InboundTicketsService } from './lifecycle/inbound-tickets.service.js';
import { TicketCyclesService } from './lifecycle/ticket-cycles.service.js';
import { TicketLifecycleService } from './lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from './lifecycle/ticket-locks.service.js';
import { NameCacheService } from './names/name-cache.service.js';
import { TicketNotesController } from './notes/ticket-notes.controller.js';
import { TicketNotesListener } from './notes/ticket-notes.listener.js';
import { TicketNotesService } from './notes/ticket-notes.service.js';
import { TicketViewersService } from './presence/ticket-viewers.service.js';
import { TicketPreviewService } from './preview/ticket-preview.service.js';
import { TicketListService } from './search/ticket-list.service.js';
import { TicketSearchService } from './search/ticket-search.service.js';
import { TicketLanesService } from './tags/ticket-lanes.service.js';
import { TicketTagsController } from './tags/ticket-tags.controller.js';
import { TicketTagsService } from './tags/ticket-tags.service.js';
import './queries/ticket-personal-data.queries.js';
import { defineAuditActions, defineAuditKind, defineAuditSubject } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { defineMenuSection, definePage } from '../../../core/resource/define-resource.js';
import { TicketsService } from './crud/tickets.service.js';
import { TicketHistoryService } from './visibility/ticket-history.service.js';

defineMenuSection('main', 10, t('Atendimento', 'Service', 'Atención'));
definePage({
  name: 'tickets',
  path: '/tickets',
  label: t('Atendimentos', 'Conversations', 'Conversaciones'),
  level: 'user',
  menu: { section: 'main', order: 10, icon: 'Forum' },
});

defineAuditKind('conversations', 20, t('Conversas', 'Conversations', 'Conversaciones'));
defineAuditSubject('ticketId', 'ticket');

defineAuditActions('conversations', {
  'ticket.created': t('Iniciou conversa', 'Started a conversation', 'Inició conversación'),
  'ticket.accepted': t('Aceitou conversa', 'Accepted a conversation', 'Aceptó conversación'),
  'ticket.reopened': t('Reabriu conversa', 'Reopened a conversation', 'Reabrió conversación'),
  'ticket.closed': t('Resolveu conversa', 'Resolved a conversation', 'Resolvió conversación'),
  'ticket.transferred': t(
    'Transferiu conversa para {{to}}',
    'Transferred a conversation to {{to}}',
    'Transfirió conversación a {{to}}',
  ),
  'ticket.givenToBot': t(
    'Devolveu conversa ao robô',
    'Gave a conversation back to the bot',
    'Devolvió conversación al bot',
  ),
  'ticket.restored': t(
    'Desfez o que fez com a conversa',
    'Undid an act on a conversation',
    'Deshizo lo que hizo con la conversación',
  ),
  'ticket.deleted': t('Excluiu conversa', 'Deleted a conversation', 'Eliminó conversación'),
  'note.deleted': t('Excluiu observação', 'Deleted a note', 'Eliminó nota'),
});

defineAuditActions('exports', {
  'conversations.exported': t('Exportou conversas', 'Exported conversations', 'Exportó conversaciones'),
});

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
    TicketTransfersService,
    TicketCyclesService,
    TicketHistoryService,
    TicketListService,
    TicketRowsService,
    NameCacheService,
    TicketSearchService,
    TicketTagsService,
    TicketLanesService,
    TicketLocksService,
    TicketPreviewService,
    InboundTicketsService,
    TicketLifecycleService,
    CustomerServiceWindowService,
    TicketViewersService,
    TicketsListener,
    // listed first: locks the contact's tickets before other handlers erase the contact's data
    ContactTicketsListener,
    TicketNotesService,
    TicketNotesListener,
    BulkActionsService,
    UndoableActionsService,
    DeferredTransitionsService,
    FinalizeActionHandler,
  ],
  exports: [
    TicketsService,
    TicketCyclesService,
    TicketLifecycleService,
    TicketTransfersService,
    TicketLocksService,
    TicketNotesService,
    TicketRowsService,
    NameCacheService,
    TicketListService,
    TicketTagsService,
    TicketTransfersService,
    TicketLanesService,
    TicketHistoryService,
    CustomerServiceWindowService,
    InboundTicketsService,
    TicketPreviewService,
    UndoableActionsService,
  ],
})
export class TicketsModule {}
