import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Allow, IdParam, Scope } from '../../../../core/access/decorators.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import { type TemplateRow, TemplatesService } from './templates.service.js';

@ApiTags('templates')
@Controller('whatsapp/:id/templates')
@Scope('templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get()
  @Allow('user')
  @Envelope('templates')
  @ApiOperation({ summary: 'Approved message templates of a connection, with what they ask for' })
  @ApiQuery({ name: 'searchParam', required: false })
  @ApiQuery({ name: 'pageNumber', required: false })
  @ApiQuery({ name: 'status', required: false, enum: ['all'], description: 'all: also those not approved' })
  list(@IdParam() id: number, @Query() query: Record<string, unknown>): Promise<Page<TemplateRow>> {
    return this.templates.list(id, query);
  }

  @Post('sync')
  @HttpCode(202)
  @Allow('admin')
  @ApiOperation({ summary: 'Copy the templates from the provider, soon' })
  async sync(@IdParam() id: number): Promise<Record<string, never>> {
    await this.templates.sync(id);
    return {};
  }
}
