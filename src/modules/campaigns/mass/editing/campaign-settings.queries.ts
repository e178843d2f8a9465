import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { CampaignSettings } from '../campaign-settings.entity.js';

export type CampaignSettingsRecord = Pick<
  CampaignSettings,
  'messageInterval' | 'longerIntervalAfter' | 'greaterInterval' | 'variables' | 'prices'
>;

export const storedSettings = (companyId: number): Statement<CampaignSettingsRecord> => sql`
      select message_interval as "messageInterval", longer_interval_after as "longerIntervalAfter",
        greater_interval as "greaterInterval", variables, prices
      from campaign_settings where company_id = ${companyId}`;

export const storeSettings = (
  companyId: number,
  { messageInterval, longerIntervalAfter, greaterInterval, variables, prices }: CampaignSettingsRecord,
): Statement => sql`
      insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables, prices)
      values (${companyId}, ${messageInterval}, ${longerIntervalAfter}, ${greaterInterval},
        ${JSON.stringify(variables.map(({ key, value }) => ({ key, value })))},
        ${JSON.stringify(prices.map(({ countryCode, category, price }) => ({ countryCode, category, price })))})
      on conflict (company_id) do update set message_interval = excluded.message_interval,
        longer_interval_after = excluded.longer_interval_after, greater_interval = excluded.greater_interval,
        variables = excluded.variables, prices = excluded.prices, updated_at = now()`;
