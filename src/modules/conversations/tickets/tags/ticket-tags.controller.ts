import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, Scope } from '../../../../core/access/decorators.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import { SyncTagsInput } from '../tickets.dto.js';
import { TicketTagsService } from './ticket-tags.service.js';

/** The module tags cannot contain this controller, as tickets depend on it. */
@Controller('tags')
@Scope('tickets')
export class TicketTagsController {
  constructor(private readonly tags: TicketTagsService) {}

  @Post('sync')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Set the tags of a conversation; answers the conversation' })
  sync(@Body() input: SyncTagsInput): Promise<TicketRow> {
    return this.tags.sync(input);
  }
}
