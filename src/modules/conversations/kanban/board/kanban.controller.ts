import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam, Plan, Scope } from '../../../../core/access/decorators.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import { TicketLanesService } from '../../tickets/tags/ticket-lanes.service.js';
import { ticketErrors } from '../../tickets/tickets.errors.js';
import { CardMoveInput } from '../kanban.dto.js';
import { type KanbanBoard, KanbanService } from './kanban.service.js';

@Controller('ticket/kanban')
@Plan('useKanban')
@Scope('tickets')
export class KanbanController {
  constructor(
    private readonly kanban: KanbanService,
    private readonly lanes: TicketLanesService,
  ) {}

  @Get()
  @Allow('user')
  @ApiOperation({
    summary:
      'Conversations that are not closed, by lane and in the order of their cards; the filters are those of GET /tickets',
  })
  @ApiQuery({ name: 'queueIds', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'showAll', required: false })
  @ApiQuery({ name: 'searchParam', required: false })
  @ApiQuery({ name: 'tags', required: false, description: 'JSON list of ids; conversations with any of them' })
  @ApiQuery({ name: 'users', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'withUnreadMessages', required: false })
  @ApiQuery({ name: 'date', required: false, description: 'YYYY-MM-DD' })
  @ApiQuery({
    name: 'tagId',
    required: false,
    description: 'One lane, 0 for the conversations of none; all lanes without it, each with its first page',
  })
  @ApiQuery({ name: 'pageNumber', required: false, description: 'Of one lane' })
  @ApiQuery({ name: 'cursor', required: false, description: 'Of one lane' })
  @ApiQuery({ name: 'limit', required: false, description: 'Cards of a lane, 100 at the most and by default' })
  board(@Query() query: Record<string, unknown>): Promise<KanbanBoard> {
    return this.kanban.board(query);
  }

  @Put(':id')
  @Allow('user')
  @ApiOperation({ summary: 'Move a card to a lane, tagId null for none of them, and to a place in it' })
  async move(@IdParam() id: number, @Body() { tagId = null, ...place }: CardMoveInput): Promise<TicketRow> {
    const ticket = await this.lanes.move(id, tagId, place);
    // the error rolls the move back
    if (ticket.status === 'closed') throw ticketErrors.ERR_TICKET_NOT_ATTENDED();
    return ticket;
  }
}
