import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { repeatedVariable } from '../campaigns.errors.js';
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

  /** @throws 400 for a repeated key */
  async save(input: CampaignSettingsRecord): Promise<CampaignSettingsRecord> {
    // forms omit an empty list, or send null or an empty text
    const variables = input.variables || [];
    const keys = variables.map(({ key }) => key.toLowerCase());
    if (new Set(keys).size < keys.length) throw repeatedVariable();
    await this.db.run(storeSettings(this.db.companyId, { ...input, variables }));
    return this.get();
  }
}
