import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { failedJobs } from './failed-jobs.resource.js';
import { FailedJobsController } from './retry/failed-jobs.controller.js';
import { FailedJobsService } from './retry/failed-jobs.service.js';

@Module(
  resourceModule(failedJobs, {
    service: FailedJobsService,
    controllers: [FailedJobsController],
  }),
)
export class FailedJobsModule {}
