import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { SmsGatewayFailed } from './gateways/sms-gateway.js';
import { SmsAccountsService } from './sms-accounts.service.js';
import type { SmsGatewayName } from './sms-gateway.entity.js';
import { companiesToAskFor, type SentSms, smsToAskFor, storeSmsStatus } from './sms-reports.queries.js';

/** Asks the gateways of a company which SMS were delivered. */
export class ReadSmsReports extends defineJob<object>('read-sms-reports', { priority: 'maintenance' }) {}

const everySeconds = 300;
/** Maximum of requests to a gateway in one run. */
const batch = 100;

/** Reads delivery reports of gateways that have them; it has to ask, because these gateways do not call webhooks. */
@Injectable()
export class ReadSmsReportsHandler {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly accounts: SmsAccountsService,
  ) {}

  @Every(everySeconds)
  async addJobs(): Promise<void> {
    await this.jobs.removeFailedOf(ReadSmsReports);
    await this.jobs.addSelected(ReadSmsReports, companiesToAskFor);
  }

  /** SMS whose last request is the longest ago come first, so that all are asked for in turn. */
  @JobHandler(ReadSmsReports, { transactional: false, backoff: [] })
  async perform(_payload: object, { companyId = 0, stopping }: JobRun): Promise<void> {
    const rows = await this.db.runAs(companyId, () => this.db.rows(smsToAskFor(companyId, batch)));
    const failed = new Set<SmsGatewayName>();
    for (const row of rows) {
      if (stopping?.aborted) return;
      if (failed.has(row.gateway)) continue;
      try {
        await this.ask(companyId, row);
      } catch (error) {
        // the next run asks for it again
        if (error instanceof SmsGatewayFailed) failed.add(row.gateway);
        else throw error;
      }
    }
  }

  private async ask(companyId: number, { id, providerId, gateway }: SentSms): Promise<void> {
    const found = await this.db.runAs(companyId, () => this.accounts.find(gateway));
    if (!found) return;
    const delivered = await found.driver.isDelivered(found.account, providerId);
    const status = delivered === null ? 'sent' : delivered ? 'delivered' : 'failed';
    await this.db.runAs(companyId, () => this.db.run(storeSmsStatus(companyId, id, status)));
  }
}
