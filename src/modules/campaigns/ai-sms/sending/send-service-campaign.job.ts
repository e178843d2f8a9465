import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { Localized } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import type { Outcome } from '../../mass/sending/outcome.policy.js';
import { AiSenderService } from '../ai/ai-sender.service.js';
import { recipientFaults, sendingFaults } from '../ai-sms.errors.js';
import { AiSmsCampaignChanged } from '../ai-sms.events.js';
import { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import { lockCampaign } from '../editing/ai-sms-campaigns.queries.js';
import { optedOutNumbers } from '../recipients/recipients.queries.js';
import { SmsSenderService } from '../sms/sms-sender.service.js';
import { claimedElsewhere, claimRecipient } from './claims.queries.js';
import { recordOutcome, settleAbandoned } from './outcomes.queries.js';
import { intervalAfter, pausedMs, pauses } from './pace.js';
import type { ClaimedRecipient } from './recipient-sender.js';

/**
 * Writes to the next recipient of a campaign and runs again after the interval, until nobody waits or another run has
 * begun. Its name is the stored one.
 */
export class SendServiceCampaign extends defineJob<{ campaignId: number; run: number }>('send-service-campaign', {
  priority: 'bulk',
}) {}

type Run = Pick<AiSmsCampaign, 'id' | 'run'>;

/** The key contains the run, so that a campaign that is changed while its job runs gets another job. */
export const sendKey = ({ id, run }: Run): string => `service-campaign:${id}:${run}`;
/** The job of a second run waits for the job of the first one. */
export const sendOrder = ({ id }: Pick<Run, 'id'>): string => `service-campaign:${id}`;

interface Claim {
  readonly campaign: AiSmsCampaign;
  /** The recipient, or why none can be written to now. */
  readonly next: ClaimedRecipient | { readonly waitMs: number; readonly reason: string };
}

/** Plan flags that are needed to send. */
const flags = { ai: 'useAiActive', sms: 'useLeads' } as const;

/**
 * Writes to each recipient of active campaigns once: claims it, sends outside of any transaction, and records the
 * outcome.
 */
@Injectable()
export class SendServiceCampaignHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly companies: CompaniesService,
    private readonly ai: AiSenderService,
    private readonly sms: SmsSenderService,
    private readonly channels: ChannelsService,
  ) {}

  @JobHandler(SendServiceCampaign, { transactional: false })
  async perform(payload: SendServiceCampaign['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const claim = await this.db.runAs(companyId, () => this.claim(payload));
    if (!claim) return;
    const { campaign, next } = claim;
    if ('waitMs' in next) throw new RetryLater(next.waitMs, next.reason);
    const sender = campaign.kind === 'ai' ? this.ai : this.sms;
    const outcome = await sender
      .send(campaign, next)
      .catch((error: unknown) => this.explain(payload, companyId, error));
    await this.db.runAs(companyId, () => this.record(campaign.id, next, outcome));
    throw new RetryLater(intervalAfter(campaign, outcome), 'the next recipient');
  }

  /** Shows why the campaign does not send, and lets the job be retried. */
  private async explain(
    { campaignId, run }: SendServiceCampaign['payload'],
    companyId: number,
    error: unknown,
  ): Promise<never> {
    await this.db.runAs(companyId, async () => {
      const campaign = await this.db.em.findOne(AiSmsCampaign, { id: campaignId, run });
      if (campaign) this.setPauseReason(campaign, sendingFaults.failing);
    });
    throw error;
  }

  /** The campaign is inactive until somebody activates it again. */
  @OnDiscard(SendServiceCampaign)
  async discarded({ campaignId, run }: SendServiceCampaign['payload']): Promise<void> {
    const campaign = await this.db.em.findOne(AiSmsCampaign, { id: campaignId, run });
    if (campaign) Object.assign(campaign, { active: false, pauseReason: sendingFaults.discarded });
  }

  /** undefined: the run is over, or no recipients are left. */
  private async claim({ campaignId, run }: SendServiceCampaign['payload']): Promise<Claim | undefined> {
    const { companyId } = this.db;
    // no recipient is claimed for a text that is being changed
    await this.db.rows(lockCampaign(companyId, campaignId));
    const campaign = await this.db.em.findOne(AiSmsCampaign, { id: campaignId, run, active: true });
    if (!campaign) return undefined;
    const obstacle = await this.obstacle(campaign);
    this.setPauseReason(campaign, obstacle);
    if (obstacle) return { campaign, next: { waitMs: pausedMs, reason: obstacle.en } };
    const idempotentChannels = this.channels.idempotent();
    await this.db.run(settleAbandoned(companyId, campaignId, { kind: campaign.kind, idempotentChannels }));
    for (;;) {
      const next = await this.db.row(claimRecipient(companyId, campaignId));
      if (!next) break;
      const [optedOut] = await this.db.rows(optedOutNumbers(companyId, [next.number]));
      if (!optedOut) return { campaign, next };
      const reason = { text: recipientFaults.optedOut };
      await this.db.run(recordOutcome(companyId, next, { kind: 'failed', reason }));
    }
    const other = await this.db.row(claimedElsewhere(companyId, campaignId));
    return other && { campaign, next: { waitMs: other.ms, reason: 'another sender has the last recipient' } };
  }

  /** The reason why nothing of the campaign can be sent now. */
  private async obstacle(campaign: AiSmsCampaign): Promise<Localized | null> {
    const { companyId, kind } = campaign;
    if (!(await this.companies.mayWork(companyId))) return sendingFaults.company;
    if (!(await this.companies.planOf(companyId))[flags[kind]]) return sendingFaults.plan;
    return kind === 'ai' ? this.ai.obstacle(campaign) : null;
  }

  private async record(id: number, recipient: ClaimedRecipient, outcome: Outcome | undefined): Promise<void> {
    if (outcome) await this.db.run(recordOutcome(this.db.companyId, recipient, outcome));
    const campaign = await this.db.em.findOne(AiSmsCampaign, { id });
    if (!campaign) return;
    // every further try would make the restriction of the number worse
    if (outcome?.kind === 'wait' && outcome.stops) Object.assign(campaign, { active: false, run: campaign.run + 1 });
    this.setPauseReason(campaign, pauses(outcome) ? outcome.reason.text : null);
    this.emitChange(campaign);
  }

  private setPauseReason(campaign: AiSmsCampaign, reason: Localized | null): void {
    if (campaign.pauseReason?.en === reason?.en) return;
    campaign.pauseReason = reason;
    this.emitChange(campaign);
  }

  private emitChange({ id, companyId, kind }: AiSmsCampaign): void {
    this.events.emit(new AiSmsCampaignChanged({ companyId, kind, campaignId: id, action: 'update' }));
  }
}
