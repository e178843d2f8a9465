import { Module } from '@nestjs/common';
import { PlanLimits } from '../../../core/resource/plan-limits.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { companies } from './companies.resource.js';
import { CompaniesController } from './registration/companies.controller.js';
import { CompaniesListener } from './registration/companies.listener.js';
import { CompaniesService } from './registration/companies.service.js';
import { CompanyPlanLimits } from './registration/plan-limits.service.js';
import { CompanyFilesRemover } from './registration/remove-company-files.job.js';
import { WorkingHours } from './working-hours/working-hours.service.js';

@Module(
  resourceModule(companies, {
    service: CompaniesService,
    controllers: [CompaniesController],
    providers: [
      { provide: PlanLimits, useClass: CompanyPlanLimits },
      WorkingHours,
      CompaniesListener,
      CompanyFilesRemover,
    ],
  }),
)
export class CompaniesModule {}
