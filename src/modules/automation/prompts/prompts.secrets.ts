import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';

/** Where the key of a prompt's endpoint belongs. */
export const promptColumn = ({ companyId, id }: { companyId: number; id: number }): string =>
  `prompts|${companyId}|${id}`;

defineSecretColumn({
  tables: ['prompts'],
  contexts: /^prompts\|\d+\|\d+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object('key', api_key) as "values"
      from prompts where api_key is not null`,
    context: (row) => promptColumn(row),
    update: "update prompts set api_key = $2::jsonb->'values'->>'key' where id = $1",
  },
  // the endpoint refuses to answer without it, and the department's menu goes on
  erase: async (client) => {
    await client.query('update prompts set api_key = null, updated_at = now() where api_key is not null');
  },
});
