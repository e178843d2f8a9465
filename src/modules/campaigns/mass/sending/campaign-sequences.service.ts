import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { Campaign } from '../campaign.entity.js';
import { followsItself, hasFollowUp, tooManySteps } from '../campaigns.errors.js';
import { CampaignEnded } from '../campaigns.events.js';
import { sequenceSteps } from '../editing/campaigns.queries.js';
import { CampaignStateService } from './campaign-state.service.js';
import { StartCampaign, startKey } from './start-campaign.job.js';

/** Besides the first campaign. */
const maxFollowUps = 5;
const dayMs = 86_400_000;

/** Campaigns that follow one another: each goes to those who did not reply to the one before, some days after its end. */
@Injectable()
export class CampaignSequencesService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly state: CampaignStateService,
  ) {}

  /** Whether a campaign, perhaps with others after it, may follow the one that it names. @throws 400 */
  async assertFits({ companyId, id, followsId }: Campaign): Promise<void> {
    if (!followsId) return;
    const before = await this.db.rows(sequenceSteps(companyId, followsId));
    if (before.some((step) => step.id === id)) {
      const isNext = before.some((step) => step.id === id && step.followsId === followsId);
      if (!isNext) throw followsItself();
    } else if (before.some((step) => step.followsId === followsId)) throw hasFollowUp();
    const own = id ? await this.db.rows(sequenceSteps(companyId, id)) : [];
    const after = own.slice(own.findIndex((step) => step.id === id) + 1).length;
    if (before.findIndex((step) => step.id === followsId) + 1 + after > maxFollowUps) throw tooManySteps();
  }

  /** Schedules a campaign that follows another, whose end may be still to come. The caller has locked both. */
  async plan(campaign: Campaign): Promise<void> {
    const { companyId, id, followsId, followDays, scheduledAt } = campaign;
    if (scheduledAt) await this.jobs.cancel(startKey(id, scheduledAt));
    const { status, completedAt } = await this.db.em.findOneOrFail(Campaign, { companyId, id: followsId ?? 0 });
    const end = status === 'FINALIZADA' ? completedAt : null;
    const at = end && new Date(end.getTime() + followDays * dayMs);
    Object.assign(campaign, { status: 'PROGRAMADA', scheduledAt: at });
    await this.db.em.flush();
    if (at) await this.jobs.add(StartCampaign, { id, at: at.toISOString() }, { key: startKey(id, at), runAt: at });
  }

  /** Schedules the campaign that waits for the end of this one. */
  @InTransaction(CampaignEnded)
  async campaignEnded({ campaignId }: CampaignEnded): Promise<void> {
    const { em, companyId } = this.db;
    const next = await em.findOne(Campaign, { companyId, followsId: campaignId, status: 'PROGRAMADA' });
    if (!next) return;
    await this.plan(next);
    await this.state.refreshAndEmit(next.id);
  }
}
