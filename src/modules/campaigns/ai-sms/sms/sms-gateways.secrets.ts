import { defineSecretColumn } from '../../../../core/crypto/secret-columns.js';

/** Where the token of a gateway belongs. */
export const gatewayColumn = ({ companyId, id }: { companyId: number; id: number }): string =>
  `sms_gateways|${companyId}|${id}`;

defineSecretColumn({
  tables: ['sms_gateways'],
  contexts: /^sms_gateways\|\d+\|\d+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object('token', token) as "values"
      from sms_gateways where token is not null`,
    context: (row) => gatewayColumn(row),
    update: "update sms_gateways set token = $2::jsonb->'values'->>'token' where id = $1",
  },
  // campaigns wait and say so, until it is entered again
  erase: async (client) => {
    await client.query('update sms_gateways set token = null, updated_at = now() where token is not null');
  },
});
