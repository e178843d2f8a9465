import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Answers } from '../../../../core/events/port.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { otherStatuses, type ReportedStatus } from '../../../conversations/messages/messages.events.js';
import { AiSmsCampaignChanged } from '../ai-sms.events.js';
import { applyStatuses, type ReportedRecipient } from './statuses.queries.js';

/** Statuses that providers report for the first texts of AI campaigns. */
@Injectable()
export class AiStatusesService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly health: ConnectionHealthService,
  ) {}

  @Answers(otherStatuses)
  async reported(
    reported: readonly ReportedStatus[],
    earlier: readonly (readonly ReportedStatus[])[],
  ): Promise<ReportedStatus[]> {
    const handled = new Set(earlier.flat());
    const unknown = reported.filter((each) => !handled.has(each));
    if (unknown.length === 0) return [];
    const { companyId } = this.db;
    const statuses: ReportedRecipient[] = [];
    for (const each of unknown) statuses.push(await this.statusOf(each));
    const { unanswered = [], changed = [] } = (await this.db.row(applyStatuses(companyId, statuses))) ?? {};
    for (const campaignId of changed)
      this.events.emit(new AiSmsCampaignChanged({ companyId, kind: 'ai', campaignId, action: 'update' }));
    return unanswered.flatMap((position) => unknown[position - 1] ?? []);
  }

  private async statusOf({ connectionId, status }: ReportedStatus): Promise<ReportedRecipient> {
    const { messageId, providerId, status: name, error } = status;
    const common = { connectionId, messageId, providerId, status: name };
    if (name !== 'failed') return { ...common, error: null };
    const failure = await this.health.failureOf(connectionId, error ?? { code: 'failed', text: 'failed' });
    return { ...common, error: failure.text };
  }
}
