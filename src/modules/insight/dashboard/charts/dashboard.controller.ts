import { applyDecorators, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, ManualTransaction } from '../../../../core/access/decorators.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import type { Query as Params } from '../../../../core/resource/list-query.js';
import { DashboardExport } from '../export/dashboard-export.js';
import type { FirstSteps } from '../first-steps/first-steps.queries.js';
import {
  type ArrivalsChart,
  type BotFigures,
  type Dashboard,
  type DashboardDepartment,
  DashboardService,
  type UsersChart,
  type WeekdaysChart,
} from './dashboard.service.js';

/** Query parameters of a period: the last days including today, or from one day to another. */
const Period = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiQuery({ name: 'days', required: false, schema: { type: 'integer', minimum: 1, maximum: 731, example: 7 } }),
    ApiQuery({ name: 'date_from', required: false, schema: { type: 'string', format: 'date' } }),
    ApiQuery({ name: 'date_to', required: false, schema: { type: 'string', format: 'date' } }),
  );
const Dates = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiQuery({ name: 'initialDate', schema: { type: 'string', format: 'date', example: '2026-11-01' } }),
    ApiQuery({ name: 'finalDate', schema: { type: 'string', format: 'date', example: '2026-11-23' } }),
  );

@Controller('dashboard')
@Allow('user')
export class DashboardController {
  constructor(
    private readonly dashboard: DashboardService,
    private readonly exports: DashboardExport,
  ) {}

  @Get()
  @Period()
  @ApiOperation({
    summary:
      'Figures of what the caller may see: what is going on now, and what was finished in the period and in the one before',
  })
  overview(@Query() query: Params): Promise<Dashboard> {
    return this.dashboard.overview(query);
  }

  @Get('departments')
  @Period()
  @ApiOperation({ summary: 'Times of each department against its targets, by bounds in minutes' })
  departments(@Query() query: Params): Promise<DashboardDepartment[]> {
    return this.dashboard.departments(query);
  }

  @Get('bot')
  @Period()
  @ApiOperation({
    summary: 'What became of finished attendances in which the bot took part, and what was chosen in its menus',
  })
  bot(@Query() query: Params): Promise<BotFigures> {
    return this.dashboard.bot(query);
  }

  @Get('weekdays')
  @Period()
  @ApiOperation({ summary: 'Conversations that arrived, by weekday and hour' })
  weekdays(@Query() query: Params): Promise<WeekdaysChart> {
    return this.dashboard.weekdays(query);
  }

  @Get('first-steps')
  @Allow('admin')
  @ApiOperation({ summary: 'Which steps of the start of a company are done' })
  firstSteps(): Promise<FirstSteps> {
    return this.dashboard.firstSteps();
  }

  @Get('ticketsDay')
  @Dates()
  @ApiOperation({ summary: 'Conversations that arrived: `horario` of one day, else `data`, with their `total`' })
  ticketsDay(@Query() query: Params): Promise<ArrivalsChart> {
    return this.dashboard.arrivals(query);
  }

  @Get('ticketsUsers')
  @Dates()
  @ApiOperation({ summary: 'Conversations that were finished, by attendant' })
  ticketsUsers(@Query() query: Params): Promise<UsersChart> {
    return this.dashboard.users(query);
  }

  @Get('export')
  @ManualTransaction()
  @Period()
  @Dates()
  @ApiQuery({ name: 'table', enum: ['attendants', 'departments', 'bot', 'ratings', 'weekdays', 'days', 'users'] })
  @ApiProduces('text/csv')
  @ApiOperation({
    summary:
      'A table of the dashboard as CSV: `days` and `users` take initialDate and finalDate, the others the period',
  })
  async export(@Query() query: Params, @Res() reply: FastifyReply): Promise<void> {
    const { csv, name } = await this.exports.csv(query);
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', name).send(csv);
  }
}
