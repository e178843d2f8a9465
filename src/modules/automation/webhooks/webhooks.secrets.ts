import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';

/** Where the secret of an endpoint belongs. */
export const endpointColumn = ({ companyId, id }: { companyId: number; id: number }): string =>
  `webhook_endpoints|${companyId}|${id}`;

defineSecretColumn({
  tables: ['webhook_endpoints'],
  contexts: /^webhook_endpoints\|\d+\|\d+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object('secret', secret) as "values"
      from webhook_endpoints where secret is not null`,
    context: (row) => endpointColumn(row),
    update: "update webhook_endpoints set secret = $2::jsonb->'values'->>'secret' where id = $1",
  },
  // nothing is sent unsigned: a manager gives it a new secret and activates it again
  erase: async (client) => {
    await client.query(
      'update webhook_endpoints set secret = null, active = false, updated_at = now() where secret is not null',
    );
  },
});
