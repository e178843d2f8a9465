import { Body, Controller, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, Plan, Scope } from '../../../../core/access/decorators.js';
import { LaneOrderInput } from '../tags.dto.js';
import { type KanbanTag, TagsService } from './tags.service.js';

@Controller('tags')
@Scope('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Put('kanban')
  @Allow('supervisor')
  @Plan('useKanban')
  @ApiOperation({ summary: 'Set the order of the lanes of the kanban board: { lista }' })
  async orderLanes(@Body() { tagIds }: LaneOrderInput): Promise<{ lista: KanbanTag[] }> {
    return { lista: await this.tags.orderLanes(tagIds) };
  }
}
