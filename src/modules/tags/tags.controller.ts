import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import type { Tag } from './tag.entity.js';
import { TagsService } from './tags.service.js';

@ApiTags('tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'All tags of the company' })
  all(): Promise<Pick<Tag, 'id' | 'name' | 'color' | 'kanban'>[]> {
    return this.tags.all();
  }

  @Get('kanban')
  @Allow('user')
  @ApiOperation({ summary: 'The tags that are lanes of the board: { lista }' })
  async lanes(): Promise<{ lista: object[] }> {
    return { lista: await this.tags.lanes() };
  }
}
