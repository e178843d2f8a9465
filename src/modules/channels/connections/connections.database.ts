import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { defineSecretColumn, type SecretCodec } from '../../../core/crypto/secret-columns.js';
import { defineInvariants } from '../../../core/database/invariants.js';
import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import { t } from '../../../core/i18n.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';
import { defineRetention } from '../../../core/jobs/retention.js';

defineSchemaExtra(
  {
    // a user may prefer a connection, whose module comes later: declared here instead of by @References
    name: 'users_connection_id_fk',
    table: 'users',
    kind: 'foreign key',
    sql: 'alter table "users" add constraint "users_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete set null ("connection_id")',
  },
  {
    name: 'connections_name_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_name_unique" on "connections" ("company_id", "name") where "deleted_at" is null',
  },
  {
    name: 'connections_default_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_default_unique" on "connections" ("company_id") where "is_default" and "deleted_at" is null',
  },
  {
    // a connection with invalid credentials does not reserve the number (ADR 13)
    name: 'connections_phone_live_unique',
    table: 'connections',
    kind: 'index',
    sql: `create unique index "connections_phone_live_unique" on "connections" ("facebook_user_id") where "deleted_at" is null and "status" <> 'DISCONNECTED'`,
  },
  {
    // the connections with timers, which are looked for every minute
    name: 'connections_timers_index',
    table: 'connections',
    kind: 'index',
    sql: 'create index "connections_timers_index" on "connections" ("company_id", "id") where "deleted_at" is null and ("expires_ticket" > 0 or "time_to_transfer" > 0)',
  },
  {
    // messages of a phone's history wait until all are there
    name: 'inbox_events_history_index',
    table: 'inbox_events',
    kind: 'index',
    sql: `create index "inbox_events_history_index" on "inbox_events" ("connection_id", ("payload"->>'from')) where "processed_at" is null and "payload" ? 'history'`,
  },
  {
    name: 'connections_phone_company_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_phone_company_unique" on "connections" ("company_id", "facebook_user_id") where "deleted_at" is null',
  },
);

defineInvariants(
  {
    name: 'every inbox event older than a minute is handled, or its job waits or failed',
    sql: `select i.company_id, i.id, i.event_id, i.created_at from inbox_events i
      where i.processed_at is null and not i.payload ? 'history' and i.created_at < now() - interval '1 minute' and not ${jobExists("like 'on:%'", 'inboxId', 'i')}
        and not exists (select from outbox_jobs j where j.company_id = i.company_id and j.payload->'inboxIds' @> to_jsonb(i.id))`,
  },
  {
    name: 'a company with connections has exactly one default',
    sql: `select company_id, count(*) filter (where is_default) as defaults from connections
      where deleted_at is null group by company_id having count(*) filter (where is_default) <> 1`,
  },
  {
    name: 'the preferred connection of a user is of the same company',
    sql: `select u.company_id, u.id, u.connection_id from users u where u.connection_id is not null and not exists (
      select from connections w where w.company_id = u.company_id and w.id = u.connection_id)`,
  },
);

const tokenName = 'connection-token';

/** Encryption context of a secret of a connection: a credential by its name, or its own token. */
export const connectionContext = (
  { companyId, id }: { companyId: number; id: number },
  name: string = tokenName,
): string => `connections|${companyId}|${id}|${name}`;

/** A new encrypted token of a connection, and the hash for lookups. */
export function newEncryptedToken(codec: SecretCodec, connection: { companyId: number; id: number }) {
  const token = randomBytes(32).toString('hex');
  return { token: codec.encrypt(token, connectionContext(connection)), tokenHash: codec.lookupHash(token) };
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
    context: connectionContext,
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

defineRetention(
  // Providers repeat webhooks for days; until then a repeated event must be recognised.
  { table: 'inbox_events', where: sql`processed_at < now() - interval '14 days'` },
  { table: 'send_slots', where: sql`busy_until < now() - interval '1 minute'` },
);
