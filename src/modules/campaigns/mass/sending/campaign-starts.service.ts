import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { JobHandler, OnDiscard } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { Campaign, type CampaignStatus } from '../campaign.entity.js';
import { pauseTexts, reasonOf } from '../campaigns.errors.js';
import { CampaignContentService } from '../editing/campaign-content.service.js';
import { CampaignsService } from '../editing/campaigns.service.js';
import { countRecipients, lockCampaign, recipientsOf } from '../queries/campaigns.queries.js';
import { analyzeShipments, firstWaiting, freezeBatch } from '../queries/shipments.queries.js';
import { FreezeRecipients, SendShipments, StartCampaign } from './campaign-jobs.js';
import { chainsOfRate, rateOf, sizeOfStep } from './campaign-pace.js';

const batchSize = 1_000;

/** Starts scheduled campaigns and freezes the recipients of starting ones. */
@Injectable()
export class CampaignStartsService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly content: CampaignContentService,
    private readonly campaigns: CampaignsService,
  ) {}

  /** Starts even if it is late; a campaign that cannot start any more is paused with the reason. */
  @JobHandler(StartCampaign)
  async start({ id, at }: StartCampaign['payload']): Promise<void> {
    const campaign = await this.lock(id, 'PROGRAMADA');
    if (campaign?.scheduledAt?.toISOString() !== at) return;
    try {
      await this.campaigns.start(campaign);
      await this.campaigns.refreshAndEmit(id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await this.campaigns.stop(campaign, { status: 'PAUSADA', pauseReason: reasonOf(error) });
    }
  }

  @JobHandler(FreezeRecipients)
  async freeze({ id, run, after }: FreezeRecipients['payload']): Promise<void> {
    const campaign = await this.lock(id, 'EM_ANDAMENTO');
    if (campaign?.run !== run) return;
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

  @OnDiscard(StartCampaign)
  async startDiscarded({ id, at }: StartCampaign['payload']): Promise<void> {
    const campaign = await this.lock(id, 'PROGRAMADA');
    if (campaign?.scheduledAt?.toISOString() === at) await this.pauseDiscarded(campaign);
  }

  @OnDiscard(FreezeRecipients)
  async freezeDiscarded({ id, run }: FreezeRecipients['payload']): Promise<void> {
    await this.discarded(id, run);
  }

  @OnDiscard(SendShipments)
  async sendingDiscarded({ id, run }: SendShipments['payload']): Promise<void> {
    await this.discarded(id, run);
  }

  private async discarded(id: number, run: number): Promise<void> {
    const campaign = await this.lock(id, 'EM_ANDAMENTO');
    if (campaign?.run === run) await this.pauseDiscarded(campaign);
  }

  private async pauseDiscarded(campaign: Campaign): Promise<void> {
    await this.campaigns.stop(campaign, {
      status: 'PAUSADA',
      pauseReason: { code: 'DISCARDED', text: pauseTexts.discarded },
    });
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

  private async lock(id: number, status: CampaignStatus): Promise<Campaign | undefined> {
    const { companyId } = this.db;
    await this.db.rows(lockCampaign(companyId, id));
    return (await this.db.em.findOne(Campaign, { id, companyId, status })) ?? undefined;
  }
}
