import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Allow, Id } from '../../core/access/decorators.js';
import { Context } from '../../core/context/context.js';
import { t } from '../../core/i18n.js';
import { Envelope } from '../../core/resource/page.interceptor.js';
import type { Page } from '../../core/resource/page.js';
import { TicketList } from './ticket-list.js';
import type { TicketRow } from './ticket-rows.service.js';
import type { FoundTicket } from './ticket-search.service.js';
import { CreateTicketInput, UpdateTicketInput } from './tickets.dto.js';
import { ticketErrors } from './tickets.errors.js';
import { TicketsService } from './tickets.service.js';

const removed = t('Conversa excluída com sucesso.', 'Conversation deleted.', 'Conversación eliminada con éxito.');

@ApiTags('tickets')
@Controller('tickets')
export class TicketsController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly lists: TicketList,
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
  @ApiQuery({ name: 'queueIds', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'tags', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'users', required: false, description: 'JSON list of ids' })
  @ApiQuery({ name: 'date', required: false, description: 'YYYY-MM-DD' })
  @ApiQuery({ name: 'updatedAt', required: false, description: 'YYYY-MM-DD' })
  @ApiQuery({ name: 'withUnreadMessages', required: false })
  list(@Query() query: Record<string, unknown>): Promise<Page<TicketRow | FoundTicket>> {
    return this.lists.list(query);
  }

  @Get('counters')
  @Allow('user')
  @ApiOperation({ summary: 'How many conversations are open and waiting' })
  @ApiQuery({ name: 'showAll', required: false })
  @ApiQuery({ name: 'queueIds', required: false, description: 'JSON list of ids' })
  counters(@Query() query: Record<string, unknown>): Promise<{ open: number; pending: number }> {
    return this.lists.counters(query);
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
  get(@Id() id: number): Promise<TicketRow> {
    return this.tickets.get(id);
  }

  @Post()
  @Allow('user')
  @ApiBody({ type: CreateTicketInput })
  @ApiOperation({ summary: 'Start a conversation with a contact; 409 when there is one' })
  create(@Body() input: CreateTicketInput): Promise<TicketRow> {
    return this.tickets.create(input);
  }

  @Put(':id')
  @Allow('user')
  @ApiBody({ type: UpdateTicketInput })
  @ApiOperation({ summary: 'Accept, reopen, close or transfer' })
  update(@Id() id: number, @Body() input: UpdateTicketInput): Promise<TicketRow> {
    return this.tickets.update(id, input);
  }

  @Delete(':id')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Delete a conversation with its messages and files' })
  async remove(@Id() id: number): Promise<{ message: string }> {
    await this.tickets.remove(id);
    return { message: removed[this.context.locale] };
  }
}
