import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { PlanLimits } from '../../../core/resource/plan-limits.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { companies } from './companies.resource.js';
import { CompaniesController } from './registration/companies.controller.js';
import { CompaniesListener } from './registration/companies.listener.js';
import { CompaniesService } from './registration/companies.service.js';
import { CompanyRemovalService } from './registration/company-removal.service.js';
import { CompanyPlanLimitsService } from './registration/plan-limits.service.js';
import { RemoveCompanyHandler } from './registration/remove-company.job.js';
import { CompanyFilesRemover } from './registration/remove-company-files.job.js';
import { WorkingHoursService } from './working-hours/working-hours.service.js';

defineAuditActions('settings', {
  'company.hoursChanged': t(
    'Alterou o horário de atendimento',
    'Changed the working hours',
    'Modificó el horario de atención',
  ),
  'company.timezoneChanged': t(
    'Alterou o fuso horário: {{from}} → {{to}}',
    'Changed the time zone: {{from}} → {{to}}',
    'Modificó la zona horaria: {{from}} → {{to}}',
  ),
});

defineAuditActions('platform', {
  'company.renewed': t(
    'Renovou a empresa: {{from}} → {{to}}',
    'Renewed the company: {{from}} → {{to}}',
    'Renovó la empresa: {{from}} → {{to}}',
  ),
  'company.removalPlanned': t(
    'Agendou a exclusão da empresa para {{to}}',
    'Planned the deletion of the company for {{to}}',
    'Programó la eliminación de la empresa para el {{to}}',
  ),
  'company.restored': t(
    'Desfez a exclusão da empresa',
    'Undid the deletion of the company',
    'Deshizo la eliminación de la empresa',
  ),
});

@Module(
  resourceModule(companies, {
    service: CompaniesService,
    controllers: [CompaniesController],
    providers: [
      { provide: PlanLimits, useClass: CompanyPlanLimitsService },
      WorkingHoursService,
      CompaniesListener,
      CompanyFilesRemover,
      CompanyRemovalService,
      RemoveCompanyHandler,
    ],
  }),
)
export class CompaniesModule {}
