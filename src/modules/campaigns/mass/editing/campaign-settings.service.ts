import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { repeatedPrice, repeatedVariable } from '../campaigns.errors.js';
import { type CampaignSettingsRecord, storedSettings, storeSettings } from './campaign-settings.queries.js';

/** One setting as existing clients read it. */
export interface CampaignSettingRow {
  readonly key: string;
  /** The value as JSON. */
  readonly value: string;
}

/** Settings before a company changes them (behaviour.md §11). */
const defaults: CampaignSettingsRecord = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  prices: [],
};

/** Programs that know no prices omit them, which keeps those that are stored. */
type GivenSettings = Omit<CampaignSettingsRecord, 'prices'> & {
  readonly prices?: CampaignSettingsRecord['prices'] | null;
};

@Injectable()
export class CampaignSettingsService {
  constructor(private readonly db: Db) {}

  async get(): Promise<CampaignSettingsRecord> {
    const row = await this.db.row(storedSettings(this.db.companyId));
    return row ?? defaults;
  }

  async list(): Promise<CampaignSettingRow[]> {
    return Object.entries(await this.get()).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  }

  /** @throws 400 for a repeated key, or two prices of a country and category */
  async save(input: GivenSettings): Promise<CampaignSettingsRecord> {
    // forms omit an empty list, or send null or an empty text
    const variables = input.variables || [];
    const keys = variables.map(({ key }) => key.toLowerCase());
    if (new Set(keys).size < keys.length) throw repeatedVariable();
    const prices = input.prices === undefined ? (await this.get()).prices : input.prices || [];
    const priced = prices.map(({ countryCode, category }) => `${countryCode} ${category}`);
    if (new Set(priced).size < priced.length) throw repeatedPrice();
    await this.db.run(storeSettings(this.db.companyId, { ...input, variables, prices }));
    return this.get();
  }
}
