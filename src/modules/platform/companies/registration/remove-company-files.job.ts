import { Injectable } from '@nestjs/common';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { Storage } from '../../../../core/storage/storage.js';
import { RemoveUnreferencedFiles } from '../../../../core/storage/unreferenced-files.job.js';
import { unreferencedFilesJobs } from './companies.queries.js';

export class RemoveCompanyFiles extends defineJob<{ companyId: number }>('remove-company-files', {
  priority: 'maintenance',
}) {}

@Injectable()
export class CompanyFilesRemover {
  constructor(
    private readonly storage: Storage,
    private readonly jobs: Jobs,
  ) {}

  @JobHandler(RemoveCompanyFiles, { transactional: false })
  async perform({ companyId }: { companyId: number }): Promise<void> {
    await this.storage.removeFolder(String(companyId));
  }

  @Every(86_400)
  async removeUnreferenced(): Promise<void> {
    // a job that failed for good would prevent a new one from being added for its company
    await this.jobs.removeFailedOf(RemoveUnreferencedFiles);
    await this.jobs.addSelected(RemoveUnreferencedFiles, unreferencedFilesJobs);
  }
}
