import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, AsPlatform, ManualTransaction } from '../../../../core/access/decorators.js';
import { auditKinds } from '../../../../core/audit/audit-actions.js';
import { Context } from '../../../../core/context.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import type { AuditEntryView } from './audit-entry-view.js';
import { AuditLogService, type AuditPageExtra } from './audit-log.service.js';

const csvType = 'text/csv; charset=utf-8';

/** Read only when the OpenAPI document is built, because modules declare kinds after this file is loaded. */
const kinds = {
  type: 'string' as const,
  get enum() {
    return auditKinds().map(({ name }) => name);
  },
};

@ApiTags('audit')
@Controller()
export class AuditLogController {
  constructor(
    private readonly log: AuditLogService,
    private readonly context: Context,
  ) {}

  @Get('audit')
  @Allow('admin')
  @Envelope('entries')
  @ApiQuery({ name: 'cursor', required: false })
  @ApiQuery({ name: 'userId', required: false })
  @ApiQuery({ name: 'kind', required: false, schema: kinds })
  @ApiQuery({ name: 'subject', required: false, description: 'As in an entry: ticket:12' })
  @ApiQuery({ name: 'protocol', required: false, description: 'Of a conversation, also of one that is gone' })
  @ApiQuery({ name: 'dateStart', required: false, description: 'YYYY-MM-DD' })
  @ApiQuery({ name: 'dateEnd', required: false, description: 'YYYY-MM-DD' })
  @ApiOperation({ summary: 'Who did what in the company, newest first, in the words of the caller’s language' })
  company(@Query() query: Record<string, unknown>): Promise<Page<AuditEntryView, AuditPageExtra>> {
    return this.log.list(query, this.context.companyId);
  }

  @Get('audit/export')
  @Allow('admin')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The newest 100 000 entries as CSV, with the filters of GET /audit' })
  async companyExport(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const table = await this.log.csv(query, this.context.actor.companyId);
    void attachmentHeaders(reply, csvType, 'auditoria.csv').send(table);
  }

  @Get('admin/audit')
  @Allow('super')
  @AsPlatform()
  @Envelope('entries')
  @ApiOperation({
    summary:
      'What the platform’s people did as such, newest first; with the filters of GET /audit but for the protocol',
  })
  platform(@Query() query: Record<string, unknown>): Promise<Page<AuditEntryView, AuditPageExtra>> {
    return this.log.list(query, null);
  }

  @Get('admin/audit/export')
  @Allow('super')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The newest 100 000 entries as CSV, with the filters of GET /admin/audit' })
  async platformExport(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const table = await this.log.csv(query, null);
    void attachmentHeaders(reply, csvType, 'auditoria-plataforma.csv').send(table);
  }
}
