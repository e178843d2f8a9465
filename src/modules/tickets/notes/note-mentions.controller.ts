import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../../core/access/decorators.js';
import { NoteMentionQueries, type NoteMentionRow } from './note-mentions.queries.js';
import { type MentionableUser, NoteMentions } from './note-mentions.service.js';
import { SeenMentionsInput } from './ticket-notes.dto.js';
import { TicketNotesService } from './ticket-notes.service.js';

@ApiTags('ticket-notes')
@Controller('ticket-notes')
export class NoteMentionsController {
  constructor(
    private readonly notes: TicketNotesService,
    private readonly mentions: NoteMentions,
    private readonly rows: NoteMentionQueries,
  ) {}

  @Get('readers')
  @Allow('user')
  @ApiOperation({ summary: 'Colleagues who may be named in a note of a conversation, by name, at most 8' })
  @ApiQuery({ name: 'ticketId', description: 'A conversation that the caller may see' })
  @ApiQuery({ name: 'searchParam', required: false, description: 'How a word of their name begins' })
  readers(@Query() query: Record<string, unknown>): Promise<MentionableUser[]> {
    return this.notes.mentionableUsers(query);
  }

  @Get('mentions')
  @Allow('user')
  @ApiOperation({ summary: 'Notes that name the caller and that they have not seen yet, newest first, the last 50' })
  unseen(): Promise<NoteMentionRow[]> {
    return this.rows.unseen();
  }

  @Post('mentions/seen')
  @HttpCode(204)
  @Allow('user')
  @ApiBody({ type: SeenMentionsInput })
  @ApiOperation({ summary: 'The caller has seen that these notes name them' })
  see(@Body() { ids }: SeenMentionsInput): Promise<void> {
    return this.mentions.markSeen(ids);
  }
}
