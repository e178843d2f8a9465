import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { SmsGatewayFailed } from './gateways/sms-gateway.js';
import { SmsAccounts } from './sms-accounts.service.js';
import type { SmsGatewayName } from './sms-gateway.entity.js';

/** Asks the gateways of a company which SMS have arrived. */
class ReadSmsReports extends defineJob<object>('read-sms-reports', { priority: 'maintenance' }) {}

const everySeconds = 300;
/** Operators report within a day. */
const askedFor = sql`r.status = 'sent' and r.provider_id is not null and r.message_id is null
  and r.handled_at > now() - interval '1 day'`;
/** A gateway is asked so often at most before the next turn. */
const batch = 100;

interface SentRow {
  readonly id: number;
  readonly providerId: string;
  readonly gateway: SmsGatewayName;
}

/** Delivery reports, of gateways that tell them: they are asked, as they call nobody. */
@Injectable()
export class SmsReports {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly accounts: SmsAccounts,
  ) {}

  @Every(everySeconds)
  async enqueue(): Promise<void> {
    await this.jobs.removeFailedOf(ReadSmsReports);
    await this.jobs.addSelected(
      ReadSmsReports,
      sql`select distinct r.company_id, '{}'::jsonb as payload, 'sms-reports:' || r.company_id as key, now() as run_at
        from service_recipients r where ${askedFor}`,
    );
  }

  /** Those that were asked for longest ago first, so that each has its turn. */
  @JobHandler(ReadSmsReports, { transactional: false, backoff: [] })
  async perform(_payload: object, { companyId = 0, stopping }: JobRun): Promise<void> {
    const rows = await this.db.runAs(companyId, () =>
      this.db.rows<SentRow>(sql`
        select r.id, r.provider_id as "providerId", c.gateway from service_recipients r
        join service_campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
        where r.company_id = ${companyId} and c.kind = 'sms' and ${askedFor} order by r.updated_at, r.id limit ${batch}`),
    );
    const failed = new Set<SmsGatewayName>();
    for (const row of rows) {
      if (stopping?.aborted) return;
      if (failed.has(row.gateway)) continue;
      try {
        await this.ask(companyId, row);
      } catch (error) {
        // the next turn asks it again
        if (error instanceof SmsGatewayFailed) failed.add(row.gateway);
        else throw error;
      }
    }
  }

  private async ask(companyId: number, { id, providerId, gateway }: SentRow): Promise<void> {
    const found = await this.db.runAs(companyId, () => this.accounts.find(gateway));
    if (!found) return;
    const delivered = await found.driver.isDelivered(found.account, providerId);
    const status = { true: 'delivered', false: 'failed', null: 'sent' }[String(delivered)] ?? 'sent';
    await this.db.runAs(companyId, () =>
      this.db.run(sql`update service_recipients set status = ${status}, updated_at = now()
        where company_id = ${companyId} and id = ${id} and status = 'sent'`),
    );
  }
}
