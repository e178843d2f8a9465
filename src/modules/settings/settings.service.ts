import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { hasLevel } from '../../core/access/decorators.js';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Events } from '../../core/events/events.js';
import { type Localized, t } from '../../core/i18n.js';
import { scrubText } from '../../core/observability/scrub.js';
import { firstCompany } from '../companies/companies.queries.js';
import { isSettingKey, type SecretKey, type SettingKey, settingKeys, settings } from './settings.catalogue.js';
import { settingErrors } from './settings.errors.js';
import { SettingChanged } from './settings.events.js';
import { settingColumn as place } from './settings.secrets.js';
import { settingGroups } from './settings-form.dto.js';

export interface SettingValue {
  readonly key: SettingKey;
  readonly value: string;
}

/** The page of settings for one person, in their language. */
export type SettingsForm = readonly {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly {
    readonly key: SettingKey;
    readonly widget: 'toggle' | 'choice' | 'number' | 'text' | 'secret';
    readonly label: string;
    readonly help: string | null;
    readonly max: number | null;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  }[];
}[];

const mask = '••••';
const invalid = t('Valor inválido', 'Invalid value', 'Valor inválido');

/** Settings of the current company, each with its default. */
@Injectable()
export class Settings {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly secretCipher: SecretCipher,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async get(key: Exclude<SettingKey, SecretKey>): Promise<string> {
    return (await this.getAll(key))[key];
  }

  async isEnabled(key: Exclude<SettingKey, SecretKey>): Promise<boolean> {
    return (await this.get(key)) === 'enabled';
  }

  /** Several at once, in one statement. */
  async getAll<K extends SettingKey>(...keys: readonly K[]): Promise<Record<K, string>> {
    const { companyId } = this.context;
    const rows = await this.db.rows<{ key: K; value: string }>(
      sql`select key, value from settings where company_id = ${companyId} and key = any(${keys}::text[])`,
    );
    const stored = new Map(
      rows.map(({ key, value }) => [
        key,
        settings[key].secret ? this.secretCipher.decrypt(value, place(companyId, key)) : value,
      ]),
    );
    return Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? settings[key].initial])) as Record<K, string>;
  }

  /** What the caller may see; secrets masked. */
  async list(): Promise<SettingValue[]> {
    const { actor } = this.context;
    const visible = settingKeys.filter((key) =>
      hasLevel(actor, key === 'userCreation' ? 'admin' : (settings[key].level ?? 'user')),
    );
    const values = await this.getAll(...visible);
    if (hasLevel(actor, 'admin')) values.userCreation = await this.userCreation();
    return visible.map((key) => ({ key, value: shown(key, values[key]) }));
  }

  /** What the caller may change. */
  form(): SettingsForm {
    const { actor, locale } = this.context;
    const said = (text: Localized): string => text[locale];
    return settingGroups
      .map(({ name, label, fields }) => ({
        name,
        label: said(label),
        fields: fields
          .filter(({ key }) => hasLevel(actor, settings[key].level ?? 'admin'))
          .map((field) => ({
            key: field.key,
            widget: field.widget,
            label: said(field.label),
            help: field.help ? said(field.help) : null,
            max: field.max ?? null,
            options: (field.options ?? []).map((option) => ({ value: option.value, label: said(option.label) })),
          })),
      }))
      .filter(({ fields }) => fields.length > 0);
  }

  /** @throws ERR_NO_SETTING_FOUND, ERR_VALIDATION, and ERR_NO_PERMISSION for a setting of the platform. */
  async update(key: string, value: string): Promise<SettingValue> {
    if (!isSettingKey(key)) throw settingErrors.ERR_NO_SETTING_FOUND();
    const { accepts, secret, level = 'admin' } = settings[key];
    if (!hasLevel(this.context.actor, level)) throw coreErrors.ERR_NO_PERMISSION();
    if (!accepts(value)) throw coreErrors.ERR_VALIDATION({ fields: { value: invalid } });
    const answer = { key, value: shown(key, value) };
    // the form sends an untouched secret back as it got it
    if (secret && value === mask) return answer;
    if (level === 'super') await this.db.asPlatform(async () => this.change(await this.firstCompany(), key, value));
    else await this.change(this.context.companyId, key, value);
    this.events.emit(
      new SettingChanged(this.context.companyId, key, answer.value, level !== 'admin' || secret === true),
    );
    return answer;
  }

  /** Whether visitors may sign up: the platform's own setting is kept with its first company. */
  async userCreation(): Promise<string> {
    const key: SettingKey = 'userCreation';
    const row = await this.db.asPlatform(async () =>
      this.db.row<{ value: string }>(
        sql`select value from settings where company_id = ${await this.firstCompany()} and key = ${key}`,
      ),
    );
    return row?.value ?? settings[key].initial;
  }

  /** The rows a new company starts with; in the transaction that makes it. */
  async seed(companyId: number): Promise<void> {
    for (const key of settingKeys) if (settings[key].seeded) await this.store(companyId, key, settings[key].initial);
  }

  /** Stores it, and tells the audit log what it was before; of a secret only that there is another. */
  private async change(companyId: number, key: SettingKey, value: string): Promise<void> {
    const row = await this.db.row<{ value: string }>(
      sql`select value from settings where company_id = ${companyId} and key = ${key}`,
    );
    const before = row?.value ?? settings[key].initial;
    await this.store(companyId, key, value);
    if (settings[key].secret) this.audit.record('setting.changed', null, { key, removed: value === '' });
    else if (before !== value)
      // an address may carry a key in its query
      this.audit.record('setting.changed', null, { key, from: scrubText(before), to: scrubText(value) });
  }

  private async store(companyId: number, key: SettingKey, value: string): Promise<void> {
    if (settings[key].secret && value === '') {
      await this.db.run(sql`delete from settings where company_id = ${companyId} and key = ${key}`);
      return;
    }
    const stored = settings[key].secret ? this.secretCipher.encrypt(value, place(companyId, key)) : value;
    await this.db.run(
      sql`insert into settings (company_id, key, value) values (${companyId}, ${key}, ${stored})
       on conflict (company_id, key) do update set value = excluded.value, updated_at = now()`,
    );
  }

  private async firstCompany(): Promise<number> {
    return (await this.db.row(firstCompany))?.id ?? 0;
  }
}

const shown = (key: SettingKey, value: string): string => (settings[key].secret && value !== '' ? mask : value);
