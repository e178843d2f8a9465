import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Answers } from '../../../../core/events/port.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { ContactErasing, ContactRenumbering } from '../../../contacts/contacts/contacts.events.js';
import { otherStatuses, type ReportedStatus } from '../../../conversations/messages/messages.events.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignsService } from '../editing/campaigns.service.js';
import { eraseRecipients, holdFreezing, renumberRecipients } from '../queries/campaign-privacy.queries.js';
import { applyStatuses, type ReportedShipment, requeueRefused } from '../queries/shipments.queries.js';
import { CampaignProgressService } from '../reports/campaign-progress.service.js';

const order = ['sent', 'delivered', 'read', 'failed'] as const;

/** Handles statuses that providers report for sent shipments. */
@Injectable()
export class ShipmentStatusesService {
  constructor(
    private readonly db: Db,
    private readonly health: ConnectionHealthService,
    private readonly campaigns: CampaignsService,
    private readonly progress: CampaignProgressService,
  ) {}

  @Answers(otherStatuses)
  async reported(reported: readonly ReportedStatus[]): Promise<ReportedStatus[]> {
    const { companyId } = this.db;
    const groups = groupByMessage(reported);
    const shipments: ReportedShipment[] = [];
    for (const group of groups) shipments.push(await this.merge(group));
    const { changed = [], unanswered = [] } = (await this.db.row(applyStatuses(companyId, shipments))) ?? {};
    const texts = new Map(shipments.map(({ error }) => [error?.code, error?.text]));
    for (const { campaignId, restriction: code } of changed) {
      const text = code !== null && texts.get(code);
      if (text) await this.restricted(campaignId, { code, text });
      await this.progress.show(companyId, campaignId);
    }
    return unanswered.flatMap((index) => groups[index - 1] ?? []);
  }

  @InTransaction(ContactErasing)
  async contactErasing({ number }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    await this.db.rows(holdFreezing(companyId));
    await this.db.run(eraseRecipients(companyId, number));
  }

  @InTransaction(ContactRenumbering)
  async contactRenumbering({ from, to }: ContactRenumbering): Promise<void> {
    const { companyId } = this.db;
    await this.db.rows(holdFreezing(companyId));
    await this.db.run(renumberRecipients(companyId, from, to));
  }

  /** Combines several statuses of one shipment. */
  private async merge(group: readonly ReportedStatus[]): Promise<ReportedShipment> {
    const timeOf = (wanted: string): number | null =>
      group.find(({ status }) => status.status === wanted)?.status.timestamp ?? null;
    const [highest] = group.toSorted((a, b) => order.indexOf(b.status.status) - order.indexOf(a.status.status));
    if (!highest) throw new Error('A group of statuses is empty');
    const { connectionId, status } = highest;
    const { messageId, providerId } = status;
    const times = { deliveredAt: timeOf('delivered'), readAt: timeOf('read') };
    const common = { connectionId, messageId, providerId, status: status.status, ...times };
    if (status.status !== 'failed') return { ...common, error: null };
    const problem = status.error ?? { code: 'failed', text: 'failed' };
    const failure = await this.health.failureOf(connectionId, problem);
    await this.health.applyProviderLimits({ id: connectionId, ...failure });
    const { code, text, restrictsNumber = false } = failure;
    return { ...common, error: { code, text }, restrictsNumber };
  }

  /** The campaign waits for a manager; recipients whom the restriction affected wait with it. */
  private async restricted(id: number, pauseReason: NonNullable<Campaign['pauseReason']>): Promise<void> {
    const campaign = await this.campaigns.lock(id);
    if (campaign.status === 'FINALIZADA') return;
    if (campaign.status === 'EM_ANDAMENTO') await this.campaigns.stop(campaign, { status: 'PAUSADA', pauseReason });
    await this.db.run(requeueRefused(this.db.companyId, id, pauseReason.code));
  }
}

const groupByMessage = (reported: readonly ReportedStatus[]): ReportedStatus[][] => [
  ...Map.groupBy(
    reported,
    ({ connectionId, status }) => `${connectionId} ${status.messageId ?? status.providerId}`,
  ).values(),
];
