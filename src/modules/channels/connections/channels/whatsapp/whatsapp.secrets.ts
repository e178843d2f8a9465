import { defineSecretColumn } from '../../../../../core/crypto/secret-columns.js';

interface Owner {
  readonly companyId: number;
  readonly connectionId: number;
}

export const credsColumn = ({ companyId, connectionId }: Owner): string =>
  `whatsapp_sessions|${companyId}|${connectionId}`;
export const keyColumn = ({ companyId, connectionId }: Owner, type: string, keyId: string): string =>
  `whatsapp_keys|${companyId}|${connectionId}|${type}|${keyId}`;
export const contentColumn = ({ companyId, connectionId }: Owner, providerId: string): string =>
  `whatsapp_messages|${companyId}|${connectionId}|${providerId}`;
/** What a file is downloaded with, in the data of its message. */
export const mediaColumn = ({ companyId, connectionId }: Owner): string =>
  `whatsapp_media|${companyId}|${connectionId}`;

defineSecretColumn({
  tables: ['whatsapp_sessions'],
  contexts: /^whatsapp_sessions\|\d+\|\d+$/,
  reencrypt: {
    select: `select id, company_id as "companyId", jsonb_build_object(connection_id::text, creds) as "values"
      from whatsapp_sessions where creds is not null`,
    context: ({ companyId }, name) => credsColumn({ companyId, connectionId: Number(name) }),
    update: "update whatsapp_sessions set creds = $2::jsonb->'values'->>connection_id::text where id = $1",
  },
  // the phone has to be paired again
  erase: async (client) => {
    await client.query('update whatsapp_sessions set creds = null, wanted = false, generation = generation + 1');
  },
});

defineSecretColumn({
  tables: ['whatsapp_keys'],
  contexts: /^whatsapp_keys\|\d+\|\d+\|/,
  reencrypt: {
    select: `select id, company_id as "companyId",
      jsonb_build_object(connection_id || '|' || type || '|' || key_id, value) as "values" from whatsapp_keys`,
    context: ({ companyId }, name) => `whatsapp_keys|${companyId}|${name}`,
    update: `update whatsapp_keys set value = $2::jsonb->'values'->>(connection_id || '|' || type || '|' || key_id)
      where id = $1`,
  },
  erase: async (client) => {
    await client.query('delete from whatsapp_keys');
  },
});

defineSecretColumn({
  tables: ['whatsapp_messages'],
  contexts: /^whatsapp_messages\|\d+\|\d+\|/,
  // kept for 30 days; without it a message is quoted without its text
  erase: async (client) => {
    await client.query('update whatsapp_messages set content = null where content is not null');
  },
});

defineSecretColumn({
  tables: [],
  contexts: /^whatsapp_media\|\d+\|\d+$/,
  // a file is downloaded within minutes; one that cannot be is marked on its message
  erase: async () => undefined,
});
