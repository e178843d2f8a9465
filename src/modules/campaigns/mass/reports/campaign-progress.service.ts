import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { CampaignStateService } from '../sending/campaign-state.service.js';

const intervalMs = 1_000;

/** Sends screens the progress of each campaign at most once a second; later changes are sent after that second. */
@Injectable()
export class CampaignProgressService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Campaigns');
  private readonly shownAt = new Map<number, number>();
  /** Campaigns that changed since their progress was sent, with their companies. */
  private readonly pending = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private showing = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly campaigns: CampaignStateService,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.pending.clear();
    await this.showing;
  }

  async show(companyId: number, campaignId: number): Promise<void> {
    const now = performance.now();
    if (now - (this.shownAt.get(campaignId) ?? -intervalMs) < intervalMs) {
      this.pending.set(campaignId, companyId);
      this.schedule();
      return;
    }
    for (const [id, at] of this.shownAt) if (now - at >= intervalMs) this.shownAt.delete(id);
    this.shownAt.set(campaignId, now);
    await this.db.runAs(companyId, () => this.campaigns.refreshAndEmit(campaignId));
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.showing = this.showing.then(() => this.showPending());
    }, intervalMs);
  }

  private async showPending(): Promise<void> {
    const due = [...this.pending];
    this.pending.clear();
    for (const [campaignId, companyId] of due) {
      try {
        await this.context.run({}, () => this.show(companyId, campaignId));
      } catch (error) {
        // the campaign's next change sends the progress
        this.logger.warn({ msg: 'progress not shown', campaign: campaignId, reason: String(error) });
      }
    }
  }
}
