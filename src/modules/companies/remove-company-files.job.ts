import { Injectable } from '@nestjs/common';
import { defineJob, JobHandler } from '../../core/jobs/job.js';
import { Storage } from '../../core/storage/storage.js';

export class RemoveCompanyFiles extends defineJob<{ companyId: number }>('remove-company-files', {
  priority: 'maintenance',
}) {}

@Injectable()
export class CompanyFilesRemover {
  constructor(private readonly storage: Storage) {}

  @JobHandler(RemoveCompanyFiles, { transactional: false })
  async perform({ companyId }: { companyId: number }): Promise<void> {
    await this.storage.removeFolder(String(companyId));
  }
}
