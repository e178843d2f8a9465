import { defineSecretColumn, type SecretCodec } from './secret-columns.js';

const context = 'key_checks|0|value';
const text = 'the key of this database';

export const newKeyCheck = (codec: SecretCodec): string => codec.encrypt(text, context);

/** @throws when the value was encrypted with another key */
export const openKeyCheck = (codec: SecretCodec, value: string): string => codec.decrypt(value, context);

defineSecretColumn({
  tables: ['key_checks'],
  contexts: /^key_checks\|0\|value$/,
  reencrypt: {
    select: `select id, 0 as "companyId", jsonb_build_object('value', value) as "values" from key_checks`,
    context: () => context,
    update: "update key_checks set value = $2::jsonb->'values'->>'value', updated_at = now() where id = $1",
  },
  erase: async (client, codec) => {
    await client.query('update key_checks set value = $1, updated_at = now()', [newKeyCheck(codec)]);
  },
});
