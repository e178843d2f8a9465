import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { SettingKey } from '../settings.dto.js';

export interface SettingValue {
  readonly key: SettingKey;
  readonly value: string;
}

/** The stored settings; all others have their default. */
export const settingsOf = (companyId: number): Statement<SettingValue> =>
  sql`select key, value from settings where company_id = ${companyId}`;

export const settingOf = (companyId: number, key: SettingKey): Statement<{ value: string }> =>
  sql`select value from settings where company_id = ${companyId} and key = ${key}`;

export const saveSetting = (companyId: number, key: SettingKey, value: string): Statement =>
  sql`insert into settings (company_id, key, value) values (${companyId}, ${key}, ${value})
   on conflict (company_id, key) do update set value = excluded.value, updated_at = now()`;

export const deleteSetting = (companyId: number, key: SettingKey): Statement =>
  sql`delete from settings where company_id = ${companyId} and key = ${key}`;
