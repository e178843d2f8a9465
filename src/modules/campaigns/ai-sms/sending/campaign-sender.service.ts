import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Localized } from '../../../../core/i18n.js';
import { JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { AiRowSenderService } from '../ai/ai-row-sender.service.js';
import { rowFaults, sendingFaults } from '../campaign-service.errors.js';
import { ServiceCampaignsService } from '../crud/service-campaigns.service.js';
import { optedOutNumbers } from '../queries/campaign-service.queries.js';
import { claimedElsewhere, claimNext, recordOutcome, settleAbandoned } from '../queries/sending.queries.js';
import { ServiceCampaign } from '../service-campaign.entity.js';
import { SmsRowSenderService } from '../sms/sms-row-sender.service.js';
import type { ClaimedRow, RowOutcome } from './row-sender.js';
import { SendServiceCampaign } from './send-campaign.job.js';

/** The row to send, or the reason why none can be sent now. */
type Step = { readonly row: ClaimedRow } | { readonly waitMs: number; readonly reason: string };
interface Claim {
  readonly campaign: ServiceCampaign;
  readonly step: Step;
}

/** Interval until an active campaign that waits is checked again. */
const waitMs = 60_000;
/** Plan flags that are needed to send. */
const flags = { ai: 'useAiActive', sms: 'useLeads' } as const;

/** Sends each row of active campaigns once: claims it, sends it outside of any transaction, and stores the result. */
@Injectable()
export class CampaignSenderService {
  constructor(
    private readonly db: Db,
    private readonly companies: CompaniesService,
    private readonly campaigns: ServiceCampaignsService,
    private readonly ai: AiRowSenderService,
    private readonly sms: SmsRowSenderService,
    private readonly channels: ChannelsService,
  ) {}

  @JobHandler(SendServiceCampaign, { transactional: false })
  async perform(payload: SendServiceCampaign['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const claim = await this.db.runAs(companyId, () => this.claim(payload));
    if (!claim) return;
    const { campaign, step } = claim;
    if (!('row' in step)) throw new RetryLater(step.waitMs, step.reason);
    const sender = campaign.kind === 'ai' ? this.ai : this.sms;
    const outcome = await sender
      .send(campaign, step.row)
      .catch((error: unknown) => this.explain(payload, companyId, error));
    await this.db.runAs(companyId, () => this.record(campaign.id, step.row, outcome));
    throw new RetryLater(isHeldBy(outcome) ? waitMs : campaign.intervalSeconds * 1000, 'the next row');
  }

  /** Shows why the campaign does not send, and lets the job be retried. */
  private async explain(
    { campaignId, run }: SendServiceCampaign['payload'],
    companyId: number,
    error: unknown,
  ): Promise<never> {
    await this.db.runAs(companyId, async () => {
      const campaign = await this.db.em.findOne(ServiceCampaign, { id: campaignId, run });
      if (campaign) this.setError(campaign, sendingFaults.failing);
    });
    throw error;
  }

  /** The campaign is inactive until somebody activates it again. */
  @OnDiscard(SendServiceCampaign)
  async discarded({ campaignId, run }: SendServiceCampaign['payload']): Promise<void> {
    const campaign = await this.db.em.findOne(ServiceCampaign, { id: campaignId, run });
    if (campaign) Object.assign(campaign, { active: false, lastError: sendingFaults.discarded });
  }

  /** undefined: the run is over, or no rows are left. */
  private async claim({ campaignId, run }: SendServiceCampaign['payload']): Promise<Claim | undefined> {
    const { companyId } = this.db;
    const campaign = await this.db.em.findOne(ServiceCampaign, { id: campaignId, run, active: true });
    if (!campaign) return undefined;
    const obstacle = await this.obstacle(campaign);
    this.setError(campaign, obstacle);
    if (obstacle) return { campaign, step: { waitMs, reason: obstacle.en } };
    const idempotentChannels = this.channels.idempotent();
    await this.db.run(settleAbandoned(companyId, campaignId, { kind: campaign.kind, idempotentChannels }));
    for (;;) {
      const row = await this.db.row(claimNext(companyId, campaignId));
      if (!row) break;
      const [optedOut] = await this.db.rows(optedOutNumbers(companyId, [row.number]));
      if (!optedOut) return { campaign, step: { row } };
      await this.db.run(recordOutcome(companyId, row, { kind: 'failed', text: rowFaults.optedOut }));
    }
    const other = await this.db.row(claimedElsewhere(companyId, campaignId));
    return other && { campaign, step: { waitMs: other.ms, reason: 'another sender has the last row' } };
  }

  /** The reason why nothing of the campaign can be sent now. */
  private async obstacle(campaign: ServiceCampaign): Promise<Localized | null> {
    const { companyId, kind } = campaign;
    if (!(await this.companies.mayWork(companyId))) return sendingFaults.company;
    if (!(await this.companies.planOf(companyId))[flags[kind]]) return sendingFaults.plan;
    return kind === 'ai' ? this.ai.obstacle(campaign) : null;
  }

  private async record(campaignId: number, row: ClaimedRow, outcome: RowOutcome): Promise<void> {
    if (outcome.kind !== 'recorded') await this.db.run(recordOutcome(this.db.companyId, row, outcome));
    const campaign = await this.db.em.findOne(ServiceCampaign, { id: campaignId });
    if (!campaign) return;
    // the number is restricted, and every further try would make that worse
    if (outcome.kind === 'wait' && outcome.stops) Object.assign(campaign, { active: false, run: campaign.run + 1 });
    this.setError(campaign, isHeldBy(outcome) ? outcome.text : null);
    this.campaigns.emitChange(campaign, 'update');
  }

  private setError(campaign: ServiceCampaign, error: Localized | null): void {
    if (campaign.lastError?.en === error?.en) return;
    campaign.lastError = error;
    this.campaigns.emitChange(campaign, 'update');
  }
}

/** Whether the other rows would fail too, which is also the case after a missing answer. */
const isHeldBy = (outcome: RowOutcome): outcome is Extract<RowOutcome, { text: Localized }> =>
  outcome.kind === 'wait' || outcome.kind === 'uncertain';
