import { randomBytes } from 'node:crypto';
import { defineSecretColumn, type SecretCodec } from '../../../core/crypto/secret-columns.js';
import { t } from '../../../core/i18n.js';

const tokenName = 'connection-token';

/** Encryption context of a secret of a connection: a credential by its name, or its own token. */
export const connectionColumn = (
  { companyId, id }: { companyId: number; id: number },
  name: string = tokenName,
): string => `connections|${companyId}|${id}|${name}`;

/** A new encrypted token of a connection, and the hash for lookups. */
export function newEncryptedToken(codec: SecretCodec, connection: { companyId: number; id: number }) {
  const token = randomBytes(32).toString('hex');
  return { token: codec.encrypt(token, connectionColumn(connection)), tokenHash: codec.lookupHash(token) };
}

const keyLost = t(
  'A chave que abria as credenciais foi perdida. Informe-as novamente.',
  'The key that opened the credentials is lost. Enter them again.',
  'Se perdió la clave que abría las credenciales. Ingréselas de nuevo.',
);

defineSecretColumn({
  tables: ['connections'],
  contexts: /^connections\|\d+\|\d+\|[\w-]+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", credentials || jsonb_strip_nulls(jsonb_build_object('${tokenName}', token)) as "values"
      from connections where token is not null or credentials <> '{}'`,
    context: connectionColumn,
    update: `update connections set credentials = ($2::jsonb->'values') - '${tokenName}',
      token = $2::jsonb->'values'->>'${tokenName}', token_hash = $2::jsonb->'lookups'->>'${tokenName}' where id = $1`,
  },
  // connections without credentials keep working with a new token, which only the server can create
  erase: async (client, codec) => {
    await client.query(
      `update connections set credentials = '{}', status = 'DISCONNECTED', last_error = $1, updated_at = now() where credentials <> '{}'`,
      [JSON.stringify({ code: 'key_lost', text: keyLost })],
    );
    const rows = await client.query<{ id: number; companyId: number }>(
      'select id, company_id as "companyId" from connections where token is not null',
    );
    for (const row of rows.rows) {
      const { token, tokenHash } = newEncryptedToken(codec, row);
      await client.query('update connections set token = $2, token_hash = $3 where id = $1', [
        row.id,
        token,
        tokenHash,
      ]);
    }
  },
});
