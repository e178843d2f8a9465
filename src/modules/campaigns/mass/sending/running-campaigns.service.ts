import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { ConcurrencyLimiter } from '../../../../core/processing/concurrency-limiter.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { Campaign } from '../campaign.entity.js';
import { reasonOf } from '../campaigns.errors.js';
import { usesRecipientClocks } from '../campaigns.policy.js';
import { CampaignContentService, type PreparedCampaign } from '../editing/campaign-content.service.js';
import { CampaignStateService } from './campaign-state.service.js';
import type { CampaignRun, SendingClocks } from './claims.queries.js';
import { type Pace, paceOf } from './pace.js';

/** After this time variables, templates and file lists are read again. */
const contentTtlMs = 10_000;

export interface RunningCampaign {
  readonly run: number;
  readonly campaign: Campaign;
  readonly prepared: PreparedCampaign;
  readonly pace: Pace;
  readonly clocks: SendingClocks;
  /** Only one batch of the process is sent at a time, so that few batches are incomplete when it is killed. */
  readonly slots: ConcurrencyLimiter;
  /** Whether passed-over recipients were already searched for since the content was read. */
  sweptBehind: boolean;
  readonly until: number;
}

/** Content and pace of the campaigns that this process sends. */
@Injectable()
export class RunningCampaignsService {
  private readonly known = new Map<number, RunningCampaign>();

  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly content: CampaignContentService,
    private readonly state: CampaignStateService,
  ) {}

  /** The campaign with its content while it runs; a campaign that cannot be sent any more is paused. */
  async find(of: CampaignRun): Promise<RunningCampaign | undefined> {
    const { companyId, id, run } = of;
    const known = this.known.get(id);
    if (known?.run === run && known.until > performance.now()) return known;
    this.known.delete(id);
    return this.db.runAs(companyId, async () => {
      const campaign = await this.db.em.findOne(Campaign, { id, companyId, run, status: 'EM_ANDAMENTO' });
      if (!campaign) return undefined;
      try {
        const prepared = await this.content.prepare(campaign);
        const pace = paceOf(campaign, prepared, this.channels.get(prepared.connection.channel));
        const slots = new ConcurrencyLimiter(1);
        const found: RunningCampaign = {
          run,
          campaign,
          prepared,
          pace,
          clocks: usesRecipientClocks(campaign) ? 'recipients' : 'company',
          slots,
          sweptBehind: false,
          until: performance.now() + contentTtlMs,
        };
        this.known.set(id, found);
        return found;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await this.state.pauseRun(of, reasonOf(error));
        return undefined;
      }
    });
  }
}
