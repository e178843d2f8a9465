import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';

/** Where the credentials of an integration belong. */
export const credentialsColumn = ({ companyId, id }: { companyId: number; id: number }): string =>
  `queue_integrations|${companyId}|${id}`;

defineSecretColumn({
  tables: ['queue_integrations'],
  contexts: /^queue_integrations\|\d+\|\d+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object('jsonContent', json_content) as "values"
      from queue_integrations where json_content is not null`,
    context: (row) => credentialsColumn(row),
    update: "update queue_integrations set json_content = $2::jsonb->'values'->>'jsonContent' where id = $1",
  },
  erase: async (client) => {
    await client.query(
      'update queue_integrations set json_content = null, updated_at = now() where json_content is not null',
    );
  },
});
