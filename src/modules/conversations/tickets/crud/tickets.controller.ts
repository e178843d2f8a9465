import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam, Scope } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import { TicketViewersService, type ViewedTicket } from '../presence/ticket-viewers.service.js';
import type { CycleRow, TicketRow } from '../queries/tickets.queries.js';
import { TicketListService } from '../search/ticket-list.service.js';
import type { FoundTicket } from '../search/ticket-search.service.js';
import { CreateTicketInput, UpdateTicketInput } from '../tickets.dto.js';
import { ticketErrors } from '../tickets.errors.js';
import { TicketsService } from './tickets.service.js';

const removed = t('Conversa excluída com sucesso.', 'Conversation deleted.', 'Conversación eliminada con éxito.');

const withoutQueue = 'Beside queueIds: whether conversations without a department are meant, too; true unless said';

@Controller('tickets')
@Scope('tickets')
export class TicketsController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly lists: TicketListService,
    private readonly viewers: TicketViewersService,
    private readonly context: Context,
  ) {}

  @Get()
  @Allow('user')
  @Envelope('tickets')
  @ApiOperation({ summary: 'Conversations the caller may see, newest change first' })
  @ApiQuery({ name: 'status', required: false, enum: ['pending', 'open', 'closed'] })
  @ApiQuery({
    name: 'searchParam',
    required: false,
    description:
      'Contact name or number, protocol, or words of messages (the last one may be a beginning); rows then carry `hit`: the newest message with the words as { messageId, snippet }, or null',
  })
  @ApiQuery({ name: 'pageNumber', required: false })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiQuery({ name: 'showAll', required: false })
  @ApiQuery({ name: 'order', required: false, enum: ['updatedAt', 'lastMessage'] })
  @ApiQuery({ name: 'queueIds', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'withoutQueue', required: false, description: withoutQueue })
  @ApiQuery({ name: 'tags', required: false, description: 'JSON list of ids; conversations with any of them' })
  @ApiQuery({ name: 'users', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'contacts', required: false, description: 'JSON list of ids; the conversations of these contacts' })
  @ApiQuery({ name: 'date', required: false, description: 'YYYY-MM-DD' })
  @ApiQuery({ name: 'dateStart', required: false, description: 'YYYY-MM-DD: begun from that day on' })
  @ApiQuery({ name: 'dateEnd', required: false, description: 'YYYY-MM-DD: begun until that day' })
  @ApiQuery({ name: 'updatedAt', required: false, description: 'YYYY-MM-DD' })
  @ApiQuery({ name: 'withUnreadMessages', required: false })
  @ApiQuery({
    name: 'range',
    required: false,
    description: 'The other dialect: JSON list of the first and the last row',
  })
  @ApiQuery({
    name: 'filter',
    required: false,
    description: 'The other dialect: JSON of the names above with lists as lists, `id` for ids and `q` for the text',
  })
  list(@Query() query: Record<string, unknown>): Promise<Page<FoundTicket>> {
    return this.lists.list(query);
  }

  @Get('counters')
  @Allow('user')
  @ApiOperation({ summary: 'How many conversations are open and waiting' })
  @ApiQuery({ name: 'showAll', required: false })
  @ApiQuery({ name: 'queueIds', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'withoutQueue', required: false, description: withoutQueue })
  counters(@Query() query: Record<string, unknown>): Promise<{ open: number; pending: number }> {
    return this.lists.counters(query);
  }

  @Get('viewers')
  @Allow('user')
  @ApiOperation({
    summary: 'Which conversations that the caller may see somebody has open now; live as company-{id}-viewers',
  })
  async viewed(): Promise<{ tickets: ViewedTicket[] }> {
    return { tickets: await this.viewers.list() };
  }

  @Get('u/:uuid')
  @Allow('user')
  @ApiOperation({ summary: 'One conversation by its uuid' })
  getByUuid(@Param('uuid') uuid: string): Promise<TicketRow> {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return this.tickets.getByUuid(uuid);
  }

  @Get(':id')
  @Allow('user')
  @ApiOperation({ summary: 'One conversation' })
  get(@IdParam() id: number): Promise<TicketRow> {
    return this.tickets.get(id);
  }

  @Get(':id/cycles')
  @Allow('user')
  @ApiOperation({ summary: 'The attendances of a conversation with their times and ratings, newest first' })
  async cycles(@IdParam() id: number): Promise<{ cycles: CycleRow[] }> {
    return { cycles: await this.tickets.listCycles(id) };
  }

  @Post()
  @Allow('user')
  @ApiOperation({ summary: 'Start a conversation with a contact; 409 when there is one' })
  create(@Body() input: CreateTicketInput): Promise<TicketRow> {
    return this.tickets.create(input);
  }

  @Put(':id')
  @Allow('user')
  @ApiOperation({ summary: 'Accept, reopen, close or transfer' })
  update(@IdParam() id: number, @Body() input: UpdateTicketInput): Promise<TicketRow> {
    return this.tickets.update(id, input);
  }

  @Delete(':id')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Delete a conversation with its messages and files' })
  async remove(@IdParam() id: number): Promise<{ message: string }> {
    await this.tickets.remove(id);
    return { message: removed[this.context.locale] };
  }
}
