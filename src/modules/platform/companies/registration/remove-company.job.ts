import { Injectable } from '@nestjs/common';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { CompanyRemovalService } from './company-removal.service.js';

/** Deletes a company at the planned time. */
export class RemoveCompany extends defineJob<{ companyId: number }>('remove-company', { priority: 'maintenance' }) {}

@Injectable()
export class RemoveCompanyHandler {
  constructor(private readonly removal: CompanyRemovalService) {}

  @JobHandler(RemoveCompany)
  async perform({ companyId }: RemoveCompany['payload']): Promise<void> {
    await this.removal.removeIfDue(companyId);
  }
}
