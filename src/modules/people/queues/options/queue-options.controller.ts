import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, Scope } from '../../../../core/access/decorators.js';
import { parseOptionsQuery } from '../queue-options.dto.js';
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
    const { queueId, parentId } = parseOptionsQuery(query);
    return this.options.tree(queueId, parentId);
  }
}
