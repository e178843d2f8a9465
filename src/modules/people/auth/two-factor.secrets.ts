import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';

/** Where the secret of a user's authenticator app belongs. */
export const twoFactorColumn = (companyId: number, userId: number): string => `two_factors|${companyId}|${userId}`;

defineSecretColumn({
  tables: ['two_factors'],
  contexts: /^two_factors\|\d+\|\d+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object(user_id::text, secret) as "values" from two_factors`,
    context: ({ companyId }, userId) => twoFactorColumn(companyId, Number(userId)),
    update: `update two_factors set secret = $2::jsonb->'values'->>(user_id::text) where id = $1`,
  },
  // users set up their app again
  erase: async (client) => {
    await client.query('delete from two_factors');
  },
});
