import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';
import { settingFields } from './settings.dto.js';

/** The encryption context of a secret setting. */
export const settingContext = (companyId: number, key: string): string => `settings|${companyId}|${key}`;

const secretKeys = [...settingFields.values()].flatMap(({ name, writeOnly }) => (writeOnly ? [name] : []));
const isSecret = `key in (${secretKeys.map((key) => `'${key}'`).join(', ')})`;

defineSecretColumn({
  tables: ['settings'],
  contexts: new RegExp(`^settings\\|\\d+\\|(${secretKeys.join('|')})$`),
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object(key, value) as "values" from settings where ${isSecret}`,
    context: ({ companyId }, key) => settingContext(companyId, key),
    update: "update settings set value = $2::jsonb->'values'->>key where id = $1",
  },
  erase: async (client) => {
    await client.query(`delete from settings where ${isSecret}`);
  },
});
