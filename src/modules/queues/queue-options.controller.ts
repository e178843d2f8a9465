import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, Scope } from '../../core/access/decorators.js';
import { invalidQuery, textParam } from '../../core/resource/list-query.js';
import { type QueueOptionNode, QueueOptionsService } from './queue-options.service.js';

@Controller('queue-options')
@Scope('queues')
export class QueueOptionsController {
  constructor(private readonly options: QueueOptionsService) {}

  @Get()
  @Allow('user')
  @ApiOperation({ summary: 'Options of a department below one of them, in their order, each with those below it' })
  @ApiQuery({ name: 'queueId', description: 'The department' })
  @ApiQuery({ name: 'parentId', required: false, description: 'An option; -1 or without it: the top level' })
  list(@Query() query: Record<string, unknown>): Promise<QueueOptionNode[]> {
    return this.options.tree(idParam(query, 'queueId'), parentParam(query));
  }

  @Get('menu')
  @Allow('user')
  @ApiOperation({ summary: 'The text that a customer gets who chooses an option or the department: { text }' })
  @ApiQuery({ name: 'queueId', description: 'The department' })
  @ApiQuery({ name: 'parentId', required: false, description: 'An option; -1 or without it: the department' })
  async menu(@Query() query: Record<string, unknown>): Promise<{ text: string }> {
    return { text: await this.options.menu(idParam(query, 'queueId'), parentParam(query)) };
  }
}

const parentParam = (query: Record<string, unknown>): number | null =>
  ['', '-1'].includes(textParam(query, 'parentId')) ? null : idParam(query, 'parentId');

function idParam(query: Record<string, unknown>, name: string): number {
  const text = textParam(query, name);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : invalidQuery(name);
}
