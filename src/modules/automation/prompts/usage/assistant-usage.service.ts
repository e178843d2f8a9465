import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import type { ChatUsage } from '../endpoint/completion-stream.js';
import type { Prompt } from '../prompt.entity.js';
import { addUsage, tokensOfMonth } from './assistant-usage.queries.js';

const million = 1_000_000;

/** Tokens and cost of a company's prompts per month, and the ceiling of its setting `assistantTokens`. */
@Injectable()
export class AssistantUsageService {
  constructor(
    private readonly db: Db,
    private readonly settings: SettingsService,
  ) {}

  async record(
    { inputPrice, outputPrice }: Pick<Prompt, 'inputPrice' | 'outputPrice'>,
    usage: ChatUsage,
  ): Promise<void> {
    const cost = (usage.input * inputPrice + usage.output * outputPrice) / million;
    await this.db.run(addUsage(this.db.companyId, usage, cost));
  }

  /** Whether this month's tokens have reached the ceiling; always false without a ceiling. */
  async isExhausted(): Promise<boolean> {
    const ceiling = Number(await this.settings.get('assistantTokens'));
    if (ceiling === 0) return false;
    const used = await this.db.row(tokensOfMonth(this.db.companyId));
    return (used?.tokens ?? 0) >= ceiling;
  }
}
