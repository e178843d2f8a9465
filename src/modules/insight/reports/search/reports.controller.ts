import { applyDecorators, Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, ManualTransaction } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { invalidQuery } from '../../../../core/resource/list-query.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import { mimeOfTable, tableFormats } from '../../../../core/resource/table.js';
import { fileNames, ReportExportsService, type ReportExportView } from '../exports/report-exports.service.js';
import { ReportExportInput } from '../reports.dto.js';
import { origins, periodKinds, reportNames } from './report-filters.js';
import type { AttendantDay } from './reports.queries.js';
import {
  type Attendance,
  type RemovedChoices,
  type ReportPeriod,
  type ReportSummary,
  ReportsService,
} from './reports.service.js';

const ids = 'JSON list of ids';
const removed = t('Exportação excluída', 'Export removed', 'Exportación eliminada');
const Filters = () =>
  applyDecorators(
    ApiQuery({
      name: 'by',
      required: false,
      enum: periodKinds,
      description: 'What the days are about: finish unless given',
    }),
    ApiQuery({
      name: 'dateStart',
      required: false,
      description: 'YYYY-MM-DD of the company; the last 7 days unless given',
    }),
    ApiQuery({ name: 'dateEnd', required: false, description: 'YYYY-MM-DD, at most 366 days in all' }),
    ApiQuery({ name: 'queueIds', required: false, description: ids }),
    ApiQuery({ name: 'withoutQueue', required: false, enum: ['0', '1'] }),
    ApiQuery({ name: 'users', required: false, description: ids }),
    ApiQuery({ name: 'withoutAttendant', required: false, enum: ['0', '1'] }),
    ApiQuery({ name: 'unaccepted', required: false, enum: ['0', '1'], description: 'Only those that nobody accepted' }),
    ApiQuery({ name: 'connections', required: false, description: ids }),
    ApiQuery({ name: 'tags', required: false, description: `${ids}: any of them` }),
    ApiQuery({ name: 'channel', required: false }),
    ApiQuery({ name: 'status', required: false, enum: ['pending', 'open', 'closed'] }),
    ApiQuery({ name: 'rating', required: false, enum: ['1', '2', '3', 'none'] }),
    ApiQuery({ name: 'origin', required: false, enum: origins, description: 'From an advertisement, or not' }),
    ApiQuery({ name: 'ad', required: false, description: 'The id of an advertisement' }),
  );

@Controller('relatories')
@Allow('supervisor')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly reportExports: ReportExportsService,
    private readonly context: Context,
  ) {}

  @Get()
  @Envelope('attendances')
  @Filters()
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOperation({ summary: 'Attendances, newest first, of the departments that the caller sees' })
  list(@Query() query: Record<string, unknown>): Promise<Page<Attendance, ReportPeriod>> {
    return this.reports.list(query);
  }

  @Get('summary')
  @Filters()
  @ApiOperation({ summary: 'Count, average times in seconds and ratings of these attendances, and of each attendant' })
  summary(@Query() query: Record<string, unknown>): Promise<ReportSummary> {
    return this.reports.summary(query);
  }

  @Get('attendants')
  @Envelope('days')
  @Filters()
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOperation({ summary: 'The figures of each attendant on each day, newest day first' })
  days(@Query() query: Record<string, unknown>): Promise<Page<AttendantDay, ReportPeriod>> {
    return this.reports.days(query);
  }

  @Get('removed')
  @ApiOperation({ summary: 'Removed attendants and departments, whose attendances filters still find' })
  removed(): Promise<RemovedChoices> {
    return this.reports.removed();
  }

  @Get('export')
  @ManualTransaction()
  @Filters()
  @ApiQuery({ name: 'report', required: false, enum: reportNames })
  @ApiQuery({ name: 'format', required: false, enum: tableFormats })
  @ApiProduces(...Object.values(mimeOfTable))
  @ApiOperation({ summary: 'A report of at most 10 000 rows as a file; POST /relatories/exports makes larger ones' })
  async export(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const report = reportNames.find((name) => name === (query['report'] ?? 'conversations')) ?? invalidQuery('report');
    const format = tableFormats.find((name) => name === (query['format'] ?? 'csv')) ?? invalidQuery('format');
    const file = await this.reportExports.stream(report, format, query);
    void attachmentHeaders(reply, mimeOfTable[format], `${fileNames[report]}.${format}`).send(file);
  }

  @Get('exports')
  @ApiOperation({ summary: 'The caller’s newest exports; the file of a ready one is at its url' })
  exports(): Promise<ReportExportView[]> {
    return this.reportExports.list();
  }

  @Post('exports')
  @ApiOperation({ summary: 'Write a report of any size to a file that is kept for 24 hours; one at a time' })
  start(@Body() input: ReportExportInput): Promise<ReportExportView> {
    return this.reportExports.start(input);
  }

  @Get('exports/:id')
  @ApiOperation({ summary: 'How far an export is' })
  get(@IdParam() id: number): Promise<ReportExportView> {
    return this.reportExports.get(id);
  }

  @Delete('exports/:id')
  @ApiOperation({ summary: 'Remove an export and its file; one that is being written ends' })
  async remove(@IdParam() id: number): Promise<{ message: string }> {
    await this.reportExports.remove(id);
    return { message: removed[this.context.locale] };
  }
}
