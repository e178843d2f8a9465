import { Module } from '@nestjs/common';
import { TicketsModule } from '../tickets/tickets.module.js';
import { KanbanController } from './board/kanban.controller.js';
import './kanban.page.js';
import { KanbanService } from './board/kanban.service.js';
import { TicketTagLinksController } from './board/ticket-tag-links.controller.js';

/** The board: its lanes are tags, its cards conversations that are not closed. */
@Module({
  imports: [TicketsModule],
  controllers: [KanbanController, TicketTagLinksController],
  providers: [KanbanService],
})
export class KanbanModule {}
