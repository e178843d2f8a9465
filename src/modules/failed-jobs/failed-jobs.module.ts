import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { FailedJobsController } from './failed-jobs.controller.js';
import { failedJobs } from './failed-jobs.resource.js';
import { FailedJobsService } from './failed-jobs.service.js';

@Module(
  resourceModule(failedJobs, {
    service: FailedJobsService,
    controllers: [FailedJobsController],
  }),
)
export class FailedJobsModule {}
