import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, Scope } from '../../../../core/access/decorators.js';
import { parseOptionsQuery } from '../../../people/queues/queue-options.dto.js';
import { MenuTextsService } from './menu-texts.service.js';

@Controller('queue-options/menu')
@Scope('queues')
export class MenuTextsController {
  constructor(private readonly texts: MenuTextsService) {}

  @Get()
  @Allow('user')
  @ApiOperation({ summary: 'The text that a customer gets who chooses an option or the department: { text }' })
  @ApiQuery({ name: 'queueId', description: 'The department' })
  @ApiQuery({ name: 'parentId', required: false, description: 'An option; -1 or without it: the department' })
  async read(@Query() query: Record<string, unknown>): Promise<{ text: string }> {
    const { queueId, parentId } = parseOptionsQuery(query);
    return { text: await this.texts.of(queueId, parentId) };
  }
}
