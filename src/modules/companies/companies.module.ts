import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesController } from './companies.controller.js';
import { CompaniesListener } from './companies.listener.js';
import { companies } from './companies.resource.js';
import { CompaniesService } from './companies.service.js';
import { PlanLimits } from './plan-limits.service.js';
import { CompanyFilesRemover } from './remove-company-files.job.js';
import { WorkingHours } from './working-hours.service.js';

@Module(
  resourceModule(companies, {
    service: CompaniesService,
    controllers: [CompaniesController],
    providers: [PlanLimits, WorkingHours, CompaniesListener, CompanyFilesRemover],
    exports: [PlanLimits],
  }),
)
export class CompaniesModule {}
