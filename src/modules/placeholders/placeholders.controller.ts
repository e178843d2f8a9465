import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import { Envelope } from '../../core/resource/page.interceptor.js';
import type { Page } from '../../core/resource/page.js';

const empty: Page<never> = { rows: [], hasMore: false, count: 0 };

@ApiTags('empty lists')
@Controller()
export class PlaceholdersController {
  @Get('announcements')
  @Allow('user')
  @Envelope('records')
  @ApiOperation({ summary: 'Nothing yet: announcements come later' })
  list(): Page<never> {
    return empty;
  }
}
