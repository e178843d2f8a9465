import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { defineJob, JobHandler, OnDiscard } from '../../../../core/jobs/job.js';
import { Campaign } from '../campaign.entity.js';
import { reasonOf } from '../campaigns.errors.js';
import { CampaignStartsService } from './campaign-starts.service.js';
import { CampaignStateService } from './campaign-state.service.js';

/** Starts a scheduled campaign, if the time has not been changed. */
export class StartCampaign extends defineJob<{ id: number; at: string }>('start-campaign', { priority: 'bulk' }) {}

export const startKey = (id: number, at: Date): string => `campaign-start:${id}:${at.toISOString()}`;

@Injectable()
export class StartCampaignHandler {
  constructor(
    private readonly db: Db,
    private readonly starts: CampaignStartsService,
    private readonly state: CampaignStateService,
  ) {}

  /** Starts even if it is late; a campaign that cannot start any more is paused with the reason. */
  @JobHandler(StartCampaign)
  async perform(planned: StartCampaign['payload']): Promise<void> {
    const campaign = await this.find(planned);
    if (!campaign) return;
    if (campaign.followsId && !(await this.isOver(campaign.companyId, campaign.followsId))) {
      // it goes on, and its end plans this one again
      campaign.scheduledAt = null;
      await this.db.em.flush();
      return this.state.refreshAndEmit(campaign.id);
    }
    try {
      await this.starts.start(campaign);
      await this.state.refreshAndEmit(campaign.id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await this.state.stop(campaign, { status: 'PAUSADA', pauseReason: reasonOf(error) });
    }
  }

  @OnDiscard(StartCampaign)
  async discarded(planned: StartCampaign['payload']): Promise<void> {
    const campaign = await this.find(planned);
    if (campaign) await this.state.pauseDiscarded(campaign);
  }

  private async isOver(companyId: number, id: number): Promise<boolean> {
    return (await this.db.em.count(Campaign, { companyId, id, status: 'FINALIZADA' })) > 0;
  }

  private async find({ id, at }: StartCampaign['payload']): Promise<Campaign | undefined> {
    const campaign = await this.state.lockIf(id, 'PROGRAMADA');
    return campaign?.scheduledAt?.toISOString() === at ? campaign : undefined;
  }
}
