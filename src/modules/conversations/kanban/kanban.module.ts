import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { KanbanController } from './board/kanban.controller.js';
import { KanbanService } from './board/kanban.service.js';
import { TicketTagLinksController } from './board/ticket-tag-links.controller.js';

definePage({
  name: 'kanban',
  path: '/kanban',
  label: t('Kanban', 'Kanban', 'Kanban'),
  level: 'user',
  feature: 'useKanban',
  menu: { section: 'main', order: 30, icon: 'ViewKanban' },
});

/** The kanban board: its lanes are tags, its cards are conversations that are not closed. */
@Module({
  imports: [TicketsModule],
  controllers: [KanbanController, TicketTagLinksController],
  providers: [KanbanService],
})
export class KanbanModule {}
