import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { Campaign } from '../campaign.entity.js';
import { campaignErrors } from '../campaigns.errors.js';
import { CampaignContentService } from '../editing/campaign-content.service.js';
import { recipientAt, remainingRecipients } from '../editing/recipients.queries.js';
import { FreezeRecipients } from './freeze-recipients.job.js';

@Injectable()
export class CampaignStartsService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly content: CampaignContentService,
  ) {}

  /** The caller has locked the campaign. @throws 400 naming missing fields, or when there are no recipients */
  async start(campaign: Campaign): Promise<void> {
    await this.content.prepare(campaign);
    const goesOn = campaign.frozenAt !== null || (campaign.status === 'PAUSADA' && campaign.startedAt !== null);
    // everybody may have replied to the campaign that it follows
    if (!goesOn && !campaign.followsId && !(await this.db.row(recipientAt(remainingRecipients(campaign), 0))))
      throw campaignErrors.ERR_CAMPAIGN_NO_RECIPIENTS();
    const run = campaign.run + 1;
    Object.assign(campaign, { status: 'EM_ANDAMENTO', run, pauseReason: null, completedAt: null });
    campaign.startedAt ??= this.clock.now();
    await this.db.em.flush();
    await this.jobs.add(FreezeRecipients, { id: campaign.id, run, after: 0 });
  }
}
