import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { MessageErasureService } from './message-erasure.service.js';
import { companiesWithRetention } from './message-privacy.queries.js';

/** Erases texts and files that are older than the company keeps them. */
export class ApplyRetention extends defineJob<object>('apply-retention', { priority: 'maintenance' }) {}

/** In the company's time zone; at night, outside of working hours. */
const runHour = 3;

@Injectable()
export class ApplyRetentionHandler {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly erasure: MessageErasureService,
  ) {}

  @Every(3600)
  async nightly(): Promise<void> {
    for (const { id } of await this.db.rows(companiesWithRetention(runHour)))
      await this.db.runAs(id, () => this.jobs.add(ApplyRetention, {}, { key: `retention:${id}` }));
  }

  /** Erases in small transactions, so that an interrupted job continues where it stopped. */
  @JobHandler(ApplyRetention, { transactional: false })
  async perform(_payload: object, { companyId = 0 }: JobRun): Promise<void> {
    while (await this.db.runAs(companyId, () => this.erasure.eraseExpired()));
  }
}
