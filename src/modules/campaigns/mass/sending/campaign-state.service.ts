import { Injectable } from '@nestjs/common';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { shareFiles } from '../../../../core/storage/remove-files.job.js';
import { Campaign, type CampaignStatus } from '../campaign.entity.js';
import type { CampaignInput } from '../campaigns.dto.js';
import { pauseTexts } from '../campaigns.errors.js';
import { campaigns } from '../campaigns.resource.js';
import {
  type CampaignReferences,
  type CampaignShipping,
  lockCampaign,
  referencesOf,
  storePauseReason,
} from '../editing/campaigns.queries.js';
import type { ListedFigures } from '../reports/report.queries.js';
import type { CampaignRun } from './claims.queries.js';

shareFiles('campaigns');

type OwnColumns = Pick<
  Stored<Campaign>,
  'status' | 'startedAt' | 'completedAt' | 'mediaName' | 'mediaMime' | 'mediaSize' | 'refused'
>;

export interface CampaignRecord extends Columns<Campaign, CampaignInput>, OwnColumns, CampaignReferences {
  /** Why the campaign does not send, in the caller's language; null when somebody paused it. */
  readonly pauseReason: { readonly code: string; readonly text: string } | null;
  /** Signed address of the file. */
  readonly mediaPath: string | null;
  /** Only set in lists; null before a start. */
  readonly figures?: ListedFigures | null;
  /** Only set in a single record, for existing clients. */
  readonly shipping?: readonly CampaignShipping[];
}

/** The state of campaigns: stops, the reason why one does not send, and what screens are told of it. */
@Injectable()
export class CampaignStateService extends CrudService<Campaign, CampaignInput, CampaignRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly urls: MediaUrls,
  ) {
    super(campaigns, deps);
  }

  /** Locks the campaign until the commit. @throws 404 */
  async lock(id: number): Promise<Campaign> {
    await this.deps.db.rows(lockCampaign(this.deps.context.companyId, id));
    return this.find(id);
  }

  /** The campaign, locked until the commit, if it has this status. */
  async lockIf(id: number, status: CampaignStatus): Promise<Campaign | undefined> {
    const { companyId } = this.deps.db;
    await this.deps.db.rows(lockCampaign(companyId, id));
    return (await this.em.findOne(Campaign, { id, companyId, status })) ?? undefined;
  }

  async stop(campaign: Campaign, to: Pick<Campaign, 'status' | 'pauseReason'>): Promise<CampaignRecord> {
    Object.assign(campaign, to, { run: campaign.run + 1 });
    await this.em.flush();
    return this.emitChanged('update', campaign);
  }

  /** Pauses the campaign, unless another run has begun. */
  async pauseRun({ id, run }: CampaignRun, pauseReason: Campaign['pauseReason']): Promise<void> {
    const campaign = await this.lock(id);
    if (campaign.run === run && campaign.status === 'EM_ANDAMENTO')
      await this.stop(campaign, { status: 'PAUSADA', pauseReason });
  }

  /** Pauses a campaign whose job a super-admin has discarded. */
  async pauseDiscarded(campaign: Campaign): Promise<void> {
    const pauseReason = { code: 'DISCARDED', text: pauseTexts.discarded };
    await this.stop(campaign, { status: 'PAUSADA', pauseReason });
  }

  /** As {@link pauseDiscarded}, unless another run has begun. */
  async pauseDiscardedRun(id: number, run: number): Promise<void> {
    const campaign = await this.lockIf(id, 'EM_ANDAMENTO');
    if (campaign?.run === run) await this.pauseDiscarded(campaign);
  }

  /** Stores why a running campaign does not send, null once it continues; a campaign in another run is not changed. */
  async explain(run: CampaignRun, reason: Campaign['pauseReason']): Promise<void> {
    const changed = await this.deps.db.run(storePauseReason(run, reason));
    if (changed > 0) await this.refreshAndEmit(run.id);
  }

  /** Sends screens the campaign as it is now. */
  async refreshAndEmit(id: number): Promise<void> {
    const campaign = await this.em.findOne(Campaign, { id });
    if (!campaign) return;
    await this.em.refresh(campaign);
    await this.emitChanged('update', campaign);
  }

  protected override async present(rows: readonly Stored<Campaign>[]): Promise<CampaignRecord[]> {
    const { db, context } = this.deps;
    const { locale } = context;
    const ids = rows.map(({ id }) => id);
    const found = ids.length > 0 ? await db.rows(referencesOf(db.companyId, ids)) : [];
    const references = new Map(found.map(({ id, ...names }) => [id, names]));
    return this.records(rows, ({ pauseReason, mediaKey, mediaName, mediaMime, mediaSize, ...campaign }) => {
      const { status, startedAt, completedAt, refused } = campaign;
      return {
        ...{ status, startedAt, completedAt, refused, mediaName, mediaMime, mediaSize },
        pauseReason: pauseReason && { code: pauseReason.code, text: pauseReason.text[locale] },
        mediaPath: mediaKey && this.urls.sign(mediaKey, { name: mediaName }),
        ...(references.get(campaign.id) ?? { whatsapp: null, contactList: null, fileList: null, follows: null }),
      };
    });
  }
}
