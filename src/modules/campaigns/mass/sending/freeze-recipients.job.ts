import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, OnDiscard } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import type { Campaign } from '../campaign.entity.js';
import { usesRecipientClocks } from '../campaigns.policy.js';
import { CampaignContentService } from '../editing/campaign-content.service.js';
import {
  analyzeShipments,
  countRecipients,
  fillZones,
  freezeBatch,
  recipientsOf,
} from '../editing/recipients.queries.js';
import { CampaignStateService } from './campaign-state.service.js';
import { firstWaiting } from './claims.queries.js';
import { chainsOfRate, rateOf, sizeOfStep } from './pace.js';
import { SendShipments } from './send-shipments.job.js';

/** Freezes the recipients of a starting campaign in batches of a thousand; thousands of statuses must not delay it. */
export class FreezeRecipients extends defineJob<{ id: number; run: number; after: number }>('freeze-recipients') {}

const batchSize = 1_000;

@Injectable()
export class FreezeRecipientsHandler {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly content: CampaignContentService,
    private readonly state: CampaignStateService,
  ) {}

  @JobHandler(FreezeRecipients)
  async perform({ id, run, after }: FreezeRecipients['payload']): Promise<void> {
    const campaign = await this.state.lockIf(id, 'EM_ANDAMENTO');
    if (campaign?.run !== run) return;
    if (after === 0 && usesRecipientClocks(campaign)) await this.db.run(fillZones(this.db.companyId, id));
    if (!campaign.frozenAt) {
      const { fileCount } = await this.content.prepare(campaign);
      const batch = { after, limit: batchSize, files: fileCount };
      const { last } = (await this.db.row(freezeBatch(this.db.companyId, campaign, batch))) ?? { last: null };
      // with the statistics of an empty table each part of a batch would read all recipients
      if (after === 0 || last === null) await this.db.run(analyzeShipments);
      if (last === null) await this.finishFreezing(campaign);
      else await this.jobs.add(FreezeRecipients, { id, run, after: last });
    }
    if (after === 0) await this.addSenders(campaign);
  }

  @OnDiscard(FreezeRecipients)
  async discarded({ id, run }: FreezeRecipients['payload']): Promise<void> {
    await this.state.pauseDiscardedRun(id, run);
  }

  private async finishFreezing(campaign: Campaign): Promise<void> {
    const counted = await this.db.row(countRecipients(recipientsOf(this.db.companyId, campaign)));
    const { invalid = 0, repeated = 0, optedOut = 0 } = counted ?? {};
    campaign.refused = { invalid, repeated, optedOut };
    campaign.frozenAt = new Date();
    await this.db.em.flush();
  }

  /** A campaign with a rate gets several chains, each with its own blocks. */
  private async addSenders({ id, run, whatsappId, companyId }: Campaign): Promise<void> {
    const connection = await this.connections.findOrDefault(whatsappId);
    const rate = rateOf(connection, this.channels.get(connection.channel).rates);
    if (!rate) {
      await this.jobs.add(SendShipments, { id, run, sent: 0 });
      return;
    }
    const size = sizeOfStep(rate);
    const first = (await this.db.row(firstWaiting({ companyId, id }, 1)))?.position ?? 1;
    for (let n = 0; n < chainsOfRate; n++)
      await this.jobs.add(SendShipments, { id, run, sent: 0, block: { from: first + n * size, size } });
  }
}
