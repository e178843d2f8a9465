import { Module } from '@nestjs/common';
import { TicketsModule } from '../tickets/tickets.module.js';
import { NoteMentionRows } from './note-mention-rows.service.js';
import { NoteMentionsController } from './note-mentions.controller.js';
import { NoteMentions } from './note-mentions.service.js';
import { TicketNoteRows } from './ticket-note-rows.service.js';
import { TicketNotesController } from './ticket-notes.controller.js';
import { TicketNotesListener } from './ticket-notes.listener.js';
import { TicketNotesService } from './ticket-notes.service.js';
import { TicketNoteSteps } from './ticket-notes.steps.js';

@Module({
  imports: [TicketsModule],
  controllers: [NoteMentionsController, TicketNotesController],
  providers: [TicketNotesService, NoteMentions, NoteMentionRows, TicketNoteRows, TicketNoteSteps, TicketNotesListener],
})
export class TicketNotesModule {}
