import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, AsPlatform, IdParam } from '../../../../core/access/decorators.js';
import { FailedJobs } from '../../../../core/jobs/failed-jobs.js';
import type { WaitingJobs } from '../../../../core/jobs/outbox.queries.js';
import { ChosenJobs } from '../failed-jobs.resource.js';
import { FailedJobsService } from './failed-jobs.service.js';

@Controller('failed-jobs')
@AsPlatform()
export class FailedJobsController {
  constructor(
    private readonly failed: FailedJobsService,
    private readonly outbox: FailedJobs,
  ) {}

  @Get('waiting')
  @Allow('super')
  @ApiOperation({ summary: 'What waits in the outbox, by job and by ordering key' })
  waitingJobs(): Promise<WaitingJobs> {
    return this.outbox.waiting();
  }

  @Post('retry')
  @HttpCode(200)
  @Allow('super')
  @ApiOperation({ summary: 'Try many again; answers how many were still failed' })
  async retryAll(@Body() { ids }: ChosenJobs): Promise<{ count: number }> {
    return { count: await this.failed.retryAll(ids) };
  }

  @Post('discard')
  @HttpCode(200)
  @Allow('super')
  @ApiOperation({ summary: 'Give many up; answers how many were still failed' })
  async discardAll(@Body() { ids }: ChosenJobs): Promise<{ count: number }> {
    return { count: await this.failed.discardAll(ids) };
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Allow('super')
  @ApiOperation({ summary: 'Try one again' })
  async retry(@IdParam() id: number): Promise<{ count: number }> {
    await this.failed.retry(id);
    return { count: 1 };
  }
}
