import { Injectable } from '@nestjs/common';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { CompanyRemovalDue } from '../companies.events.js';

/** Deletes a company at the planned time. */
export class RemoveCompany extends defineJob<{ companyId: number }>('remove-company', { priority: 'maintenance' }) {}

@Injectable()
export class RemoveCompanyHandler {
  constructor(private readonly events: Events) {}

  /** The service that plans the deletion also performs it, in the transaction of this job. */
  @JobHandler(RemoveCompany)
  async perform({ companyId }: RemoveCompany['payload']): Promise<void> {
    await this.events.dispatch(new CompanyRemovalDue({ companyId }));
  }
}
