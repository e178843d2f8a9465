import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { administratorsOf } from '../../../channels/connections/queries/connections.queries.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import type { ChatUsage } from '../endpoint/completion-stream.js';
import type { Prompt } from '../prompt.entity.js';
import { addUsage, noteCeiling, tokensOfMonth } from './assistant-usage.queries.js';
import { SendCeilingNotice } from './send-ceiling-notice.job.js';

const million = 1_000_000;
const maxNotified = 20;

/** Tokens and cost of a company's prompts per month, and the ceiling of its setting `assistantTokens`. */
@Injectable()
export class AssistantUsageService {
  constructor(
    private readonly db: Db,
    private readonly settings: SettingsService,
    private readonly jobs: Jobs,
  ) {}

  async record(
    { inputPrice, outputPrice }: Pick<Prompt, 'inputPrice' | 'outputPrice'>,
    usage: ChatUsage,
  ): Promise<void> {
    const cost = (usage.input * inputPrice + usage.output * outputPrice) / million;
    await this.db.run(addUsage(this.db.companyId, usage, cost));
    if (await this.isExhausted()) await this.ceilingReached();
  }

  /** Managers are told once in a month. */
  private async ceilingReached(): Promise<void> {
    const { companyId } = this.db;
    if ((await this.db.run(noteCeiling(companyId))) === 0) return;
    for (const { id: userId } of await this.db.rows(administratorsOf(companyId, maxNotified)))
      await this.jobs.add(SendCeilingNotice, { userId });
  }

  /** Whether this month's tokens have reached the ceiling; always false without a ceiling. */
  async isExhausted(): Promise<boolean> {
    const ceiling = Number(await this.settings.get('assistantTokens'));
    if (ceiling === 0) return false;
    const used = await this.db.row(tokensOfMonth(this.db.companyId));
    return (used?.tokens ?? 0) >= ceiling;
  }
}
