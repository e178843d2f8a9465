import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import type { CampaignSettings } from '../campaign-settings.entity.js';
import { repeatedVariable } from '../campaigns.errors.js';

export type CampaignSettingsRecord = Pick<
  CampaignSettings,
  'messageInterval' | 'longerIntervalAfter' | 'greaterInterval' | 'variables'
>;

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
    const row = await this.db.row<CampaignSettingsRecord>(sql`
      select message_interval as "messageInterval", longer_interval_after as "longerIntervalAfter",
        greater_interval as "greaterInterval", variables
      from campaign_settings where company_id = ${this.db.companyId}`);
    return row ?? defaults;
  }

  async list(): Promise<CampaignSettingRow[]> {
    return Object.entries(await this.get()).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  }

  /** @throws 400 for a key that is given twice */
  async save(input: CampaignSettingsRecord): Promise<CampaignSettingsRecord> {
    const { messageInterval, longerIntervalAfter, greaterInterval } = input;
    // forms leave an empty list out, or send null or an empty text
    const variables = input.variables || [];
    const keys = variables.map(({ key }) => key.toLowerCase());
    if (new Set(keys).size < keys.length) throw repeatedVariable();
    await this.db.run(sql`
      insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables)
      values (${this.db.companyId}, ${messageInterval}, ${longerIntervalAfter}, ${greaterInterval},
        ${JSON.stringify(variables.map(({ key, value }) => ({ key, value })))})
      on conflict (company_id) do update set message_interval = excluded.message_interval,
        longer_interval_after = excluded.longer_interval_after, greater_interval = excluded.greater_interval,
        variables = excluded.variables, updated_at = now()`);
    return this.get();
  }
}
