import { Module } from '@nestjs/common';
import { TicketsModule } from '../tickets.module.js';
import { NoteMentionsController } from './note-mentions.controller.js';
import { NoteMentionQueries } from './note-mentions.queries.js';
import { NoteMentions } from './note-mentions.service.js';
import { TicketNotesController } from './ticket-notes.controller.js';
import { TicketNotesListener } from './ticket-notes.listener.js';
import { TicketNoteQueries } from './ticket-notes.queries.js';
import { TicketNotesService } from './ticket-notes.service.js';
import { TicketNotesRemovalListener } from './ticket-notes-removal.listener.js';

@Module({
  imports: [TicketsModule],
  controllers: [NoteMentionsController, TicketNotesController],
  providers: [
    TicketNotesService,
    NoteMentions,
    NoteMentionQueries,
    TicketNoteQueries,
    TicketNotesRemovalListener,
    TicketNotesListener,
  ],
})
export class TicketNotesModule {}
