import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import type { Tag } from './tag.entity.js';

@ApiTags('tags')
@Controller('tags')
export class TagsController {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'All tags of the company' })
  all(): Promise<Pick<Tag, 'id' | 'name' | 'color' | 'kanban'>[]> {
    return this.db.rows('select id, name, color, kanban from tags where company_id = ? order by name, id', [
      this.context.companyId,
    ]);
  }
}
