import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { SeenMentionsInput, TicketNoteInput } from './ticket-notes.dto.js';
import type { MentionableUser, NoteMentionRow, TicketNoteRow } from './ticket-notes.queries.js';
import { TicketNotesService } from './ticket-notes.service.js';

const removed = t('Observação excluída com sucesso!', 'Note deleted.', '¡Observación eliminada con éxito!');

@Controller('ticket-notes')
export class TicketNotesController {
  constructor(
    private readonly notes: TicketNotesService,
    private readonly context: Context,
  ) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'Notes of a contact that are read with a conversation, newest first, 200 at a time' })
  @ApiQuery({ name: 'ticketId', description: 'A conversation that the caller may see' })
  @ApiQuery({ name: 'contactId', description: 'Its contact' })
  @ApiQuery({ name: 'before', required: false, description: 'The last note of the page before' })
  list(@Query() query: Record<string, unknown>): Promise<TicketNoteRow[]> {
    return this.notes.list(query);
  }

  @Get('readers')
  @Allow('user')
  @ApiOperation({ summary: 'Colleagues who may be named in a note of a conversation, by name, at most 8' })
  @ApiQuery({ name: 'ticketId', description: 'A conversation that the caller may see' })
  @ApiQuery({ name: 'searchParam', required: false, description: 'How a word of their name begins' })
  mentionableUsers(@Query() query: Record<string, unknown>): Promise<MentionableUser[]> {
    return this.notes.mentionableUsers(query);
  }

  @Get('mentions')
  @Allow('user')
  @ApiOperation({ summary: 'Notes that name the caller and that they have not seen yet, newest first, the last 50' })
  unseenMentions(): Promise<NoteMentionRow[]> {
    return this.notes.unseenMentions();
  }

  @Post('mentions/seen')
  @HttpCode(204)
  @Allow('user')
  @ApiOperation({ summary: 'The caller has seen that these notes name them' })
  markMentionsSeen(@Body() { ids }: SeenMentionsInput): Promise<void> {
    return this.notes.markMentionsSeen(ids);
  }

  @Post()
  @Allow('user')
  @ApiOperation({ summary: 'Write a note about the contact of a conversation' })
  create(@Body() input: TicketNoteInput): Promise<TicketNoteRow> {
    return this.notes.create(input);
  }

  @Delete(':id')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Delete a note: its author or a manager' })
  async remove(@IdParam() id: number): Promise<{ message: string }> {
    await this.notes.remove(id);
    return { message: removed[this.context.locale] };
  }
}
