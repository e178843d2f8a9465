import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { hasLevel } from '../../../../core/access/decorators.js';
import { Audit } from '../../../../core/audit/audit.js';
import { Context, type UnitOfWork } from '../../../../core/context.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors, invalidValue } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { scrubText } from '../../../../core/observability/scrub.js';
import { describeField, type FieldMeta, type FieldView, mayEnter } from '../../../../core/resource/field-meta.js';
import { lostSecrets, refuseSupportSecrets } from '../../../../core/resource/secret-addresses.js';
import { firstCompany } from '../../../platform/companies/registration/companies.queries.js';
import { settingContext } from '../settings.database.js';
import {
  initialSettings,
  type SettingKey,
  SettingsInput,
  seededSettings,
  settingFields,
  settingKeys,
} from '../settings.dto.js';
import { settingErrors } from '../settings.errors.js';
import { SettingChanged } from '../settings.events.js';
import { deleteSetting, type SettingValue, saveSetting, settingOf, settingsOf } from './settings.queries.js';

const mask = '••••';

/** The settings of the sign-in. */
const signInKeys: readonly SettingKey[] = ['singleSession', 'twoFactorRequired', 'passwordPolicy'];

const isSettingKey = (key: string): key is SettingKey => settingFields.has(key);

function fieldOf(key: SettingKey): FieldMeta {
  const field = settingFields.get(key);
  if (!field) throw new Error(`No setting ${key}`);
  return field;
}

/** The settings of the current company; a setting that is not stored has its default. */
@Injectable()
export class SettingsService {
  private readonly read = new WeakMap<
    UnitOfWork,
    { readonly companyId: number; readonly values: ReadonlyMap<string, string> }
  >();

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly secretCipher: SecretCipher,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async get(key: SettingKey): Promise<string> {
    return (await this.getAll(key))[key];
  }

  async isEnabled(key: SettingKey): Promise<boolean> {
    return (await this.get(key)) === 'enabled';
  }

  async getAll<K extends SettingKey>(...keys: readonly K[]): Promise<Record<K, string>> {
    const { companyId } = this.context;
    const stored = await this.storedValues(companyId);
    const valueOf = (key: K): string => {
      const value = stored.get(key);
      if (value === undefined) return initialSettings[key];
      return fieldOf(key).writeOnly ? this.secretCipher.decrypt(value, settingContext(companyId, key)) : value;
    };
    return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, string>;
  }

  /** Cached per transaction: the steps that answer a message read several settings one after the other. */
  private async storedValues(companyId: number): Promise<ReadonlyMap<string, string>> {
    const { unit } = this.context;
    const known = unit && this.read.get(unit);
    if (known?.companyId === companyId) return known.values;
    const rows = await this.db.rows(settingsOf(companyId));
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    if (unit) this.read.set(unit, { companyId, values });
    return values;
  }

  /** The settings that the caller may see, with masked secrets. */
  async list(): Promise<SettingValue[]> {
    const { actor } = this.context;
    const visible = settingKeys.filter((key) =>
      hasLevel(actor, key === 'userCreation' ? 'admin' : (fieldOf(key).level ?? 'user')),
    );
    const values = await this.getAll(...visible);
    if (hasLevel(actor, 'admin')) values.userCreation = await this.userCreation();
    return visible.map((key) => ({ key, value: shown(key, values[key]) }));
  }

  /** The form fields that the caller may change. */
  form(): FieldView[] {
    const { actor, locale } = this.context;
    return settingKeys
      .map(fieldOf)
      .filter((field) => hasLevel(actor, field.level ?? 'admin') && mayEnter(field, actor))
      .map((field) => describeField(field, actor, locale));
  }

  /** @throws ERR_NO_SETTING_FOUND, ERR_VALIDATION, ERR_NO_PERMISSION for a platform setting, ERR_SUPPORT_SESSION */
  async update(key: string, value: string): Promise<SettingValue> {
    if (!isSettingKey(key)) throw settingErrors.ERR_NO_SETTING_FOUND();
    const { writeOnly: secret, level = 'admin' } = fieldOf(key);
    if (!hasLevel(this.context.actor, level)) throw coreErrors.ERR_NO_PERMISSION();
    if (this.context.actor.support && signInKeys.includes(key)) throw coreErrors.ERR_SUPPORT_SESSION();
    const faults = validateSync(plainToInstance(SettingsInput, { [key]: value }));
    if (faults.some(({ property }) => property === key))
      throw coreErrors.ERR_VALIDATION({ fields: { value: invalidValue } });
    const answer = { key, value: shown(key, value) };
    // the form sends an unchanged secret back masked
    if (secret && value === mask) return answer;
    if (level === 'super') await this.db.asPlatform(async () => this.change(await this.firstCompany(), key, value));
    else await this.changeWithSecrets(key, value);
    this.events.emit(
      new SettingChanged({
        companyId: this.context.companyId,
        key,
        value: answer.value,
        adminsOnly: level !== 'admin' || secret,
      }),
    );
    return answer;
  }

  /** Also clears the secrets that belong to a changed address. */
  private async changeWithSecrets(key: SettingKey, value: string): Promise<void> {
    const { companyId, actor } = this.context;
    const before = await this.getAll(key);
    refuseSupportSecrets([...settingFields.values()], actor, { [key]: value }, before);
    await this.change(companyId, key, value);
    for (const lost of lostSecrets([...settingFields.values()], before, { [key]: value })) {
      if (!isSettingKey(lost) || (await this.get(lost)) === '') continue;
      await this.change(companyId, lost, '');
      this.events.emit(new SettingChanged({ companyId, key: lost, value: '', adminsOnly: true }));
    }
  }

  /** Whether visitors may sign up; the platform's setting is stored with its first company. */
  async userCreation(): Promise<string> {
    const key: SettingKey = 'userCreation';
    const row = await this.db.asPlatform(async () => this.db.row(settingOf(await this.firstCompany(), key)));
    return row?.value ?? initialSettings[key];
  }

  /** Stores the settings of a new company, in the transaction that creates it. */
  async seed(companyId: number): Promise<void> {
    for (const key of seededSettings) await this.store(companyId, key, initialSettings[key]);
  }

  /** Stores the value and audits the old and the new one; for a secret only that it changed. */
  private async change(companyId: number, key: SettingKey, value: string): Promise<void> {
    const row = await this.db.row(settingOf(companyId, key));
    const before = row?.value ?? initialSettings[key];
    await this.store(companyId, key, value);
    if (fieldOf(key).writeOnly) this.audit.record('setting.changed', null, { key, removed: value === '' });
    else if (before !== value)
      // an address may carry a key in its query
      this.audit.record('setting.changed', null, { key, from: scrubText(before), to: scrubText(value) });
  }

  private async store(companyId: number, key: SettingKey, value: string): Promise<void> {
    const { unit } = this.context;
    if (unit) this.read.delete(unit);
    if (fieldOf(key).writeOnly && value === '') {
      await this.db.run(deleteSetting(companyId, key));
      return;
    }
    const stored = fieldOf(key).writeOnly ? this.secretCipher.encrypt(value, settingContext(companyId, key)) : value;
    await this.db.run(saveSetting(companyId, key, stored));
  }

  private async firstCompany(): Promise<number> {
    return (await this.db.row(firstCompany))?.id ?? 0;
  }
}

const shown = (key: SettingKey, value: string): string => (fieldOf(key).writeOnly && value !== '' ? mask : value);
