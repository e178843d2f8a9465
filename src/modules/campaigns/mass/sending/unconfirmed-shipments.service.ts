import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { failReplaced, settleExpired, settleUncertain, unconfirmedCampaigns } from '../queries/shipments.queries.js';
import { CampaignProgressService } from '../reports/campaign-progress.service.js';

/** Handles the shipments of a campaign that have no result. */
class SettleShipments extends defineJob<{ id: number }>('settle-shipments', { priority: 'maintenance' }) {}

const everySeconds = 30;

/** Handles shipments whose sender died, and those that no provider has confirmed. */
@Injectable()
export class UnconfirmedShipmentsService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly progress: CampaignProgressService,
  ) {}

  /** Runs for campaigns that do not run, too. */
  @Every(everySeconds)
  async addJobs(): Promise<void> {
    await this.jobs.removeFailedOf(SettleShipments);
    await this.jobs.addSelected(SettleShipments, unconfirmedCampaigns);
  }

  @JobHandler(SettleShipments)
  async perform({ id }: SettleShipments['payload']): Promise<void> {
    await this.settle(id);
    await this.progress.show(this.db.companyId, id);
  }

  async settle(id: number): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(settleExpired(companyId, id, this.channels.idempotent()));
    await this.db.run(settleUncertain(companyId, id));
    await this.db.run(failReplaced(companyId, id));
  }
}
