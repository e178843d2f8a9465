import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../core/access/decorators.js';
import { Context } from '../../../core/context.js';
import { t } from '../../../core/i18n.js';
import { TicketNoteInput } from './ticket-notes.dto.js';
import type { TicketNoteRow } from './ticket-notes.queries.js';
import { TicketNotesService } from './ticket-notes.service.js';

const removed = t('Observação excluída com sucesso!', 'Note deleted.', '¡Observación eliminada con éxito!');

@ApiTags('ticket-notes')
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

  @Post()
  @Allow('user')
  @ApiBody({ type: TicketNoteInput })
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
