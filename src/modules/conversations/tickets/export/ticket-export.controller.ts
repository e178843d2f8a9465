import { applyDecorators, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, ManualTransaction } from '../../../../core/access/decorators.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { TicketExport } from './ticket-export.js';

const filters = ['status', 'searchParam', 'showAll', 'queueIds', 'tags', 'users', 'date', 'dateStart', 'dateEnd'];

@Controller('tickets')
export class TicketExportController {
  constructor(private readonly exports: TicketExport) {}

  @Get('export')
  @Allow('supervisor')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({
    summary:
      'Conversations as CSV, one a row, by the filters of the list: UTF-8 with a mark, semicolons, formulas defused. X-Total-Count says how many rows come, up to 100 000',
  })
  @applyDecorators(...filters.map((name) => ApiQuery({ name, required: false })))
  async export(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const { table, count } = await this.exports.csv(query);
    if (count !== null) void reply.header('x-total-count', String(count));
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'conversas.csv').send(table);
  }
}
