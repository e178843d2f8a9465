import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { CampaignProgressService } from '../reports/campaign-progress.service.js';
import { unconfirmedCampaigns } from './outcomes.queries.js';
import { UnconfirmedShipmentsService } from './unconfirmed-shipments.service.js';

/** Handles the shipments of a campaign that have no outcome. */
export class SettleShipments extends defineJob<{ id: number }>('settle-shipments', { priority: 'maintenance' }) {}

const everySeconds = 30;

@Injectable()
export class SettleShipmentsHandler {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly unconfirmed: UnconfirmedShipmentsService,
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
    await this.unconfirmed.settle(id);
    await this.progress.show(this.db.companyId, id);
  }
}
