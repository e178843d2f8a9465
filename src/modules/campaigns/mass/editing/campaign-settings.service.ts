import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { repeatedVariable } from '../campaigns.errors.js';
import { type CampaignSettingsRecord, storedSettings, storeSettings } from './campaign-settings.queries.js';

/** One of them as existing clients read it. */
export interface CampaignSettingRow {
  readonly key: string;
  /** JSON. */
  readonly value: string;
}

/** Before a company has changed them (behaviour.md §11). */
const defaults: CampaignSettingsRecord = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
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

  /** @throws 400 for a key that is given twice */
  async save(input: CampaignSettingsRecord): Promise<CampaignSettingsRecord> {
    // forms leave an empty list out, or send null or an empty text
    const variables = input.variables || [];
    const keys = variables.map(({ key }) => key.toLowerCase());
    if (new Set(keys).size < keys.length) throw repeatedVariable();
    await this.db.run(storeSettings(this.db.companyId, { ...input, variables }));
    return this.get();
  }
}
