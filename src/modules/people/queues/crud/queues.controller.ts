import { Body, Controller, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, Scope } from '../../../../core/access/decorators.js';
import { QueueOrderInput } from '../queues.dto.js';
import { type QueueRecord, QueuesService } from './queues.service.js';

@Controller('queue')
@Scope('queues')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Put('order')
  @Allow('admin')
  @ApiOperation({
    summary:
      'Put departments into an order in menus and lists, before all others; answers them, then those that made room',
  })
  order(@Body() { queueIds }: QueueOrderInput): Promise<QueueRecord[]> {
    return this.queues.order(queueIds);
  }
}
