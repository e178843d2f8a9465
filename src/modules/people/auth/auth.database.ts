import { sql } from 'kysely';
import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';
import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import { removeJobsNamed } from '../../../core/jobs/outbox.queries.js';
import { defineRetention } from '../../../core/jobs/retention.js';

defineSchemaExtra({
  // users whose sessions end with their access hours; the job searches them every half minute
  name: 'users_access_hours_index',
  table: 'users',
  kind: 'index',
  sql: 'create index "users_access_hours_index" on "users" ("company_id", "id") where "access_hours" is not null',
});
defineSchemaExtra({
  name: 'sessions_over_index',
  table: 'sessions',
  kind: 'index',
  sql: 'create index "sessions_over_index" on "sessions" (coalesce("ended_at", "expires_at"))',
});

/** The encryption context of a code in a mail job. */
export const resetCodeContext = (companyId: number, userId: number): string =>
  `outbox_jobs|${companyId}|send-reset-code|${userId}`;

// codes are short-lived and their keyed hashes are useless after a loss of the key: users request new ones
defineSecretColumn({
  tables: ['outbox_jobs', 'password_resets'],
  contexts: /^outbox_jobs\|\d+\|send-reset-code\|\d+$/,
  erase: async (client) => {
    await removeJobsNamed(client, 'send-reset-code');
    await client.query('delete from password_resets');
  },
});

defineRetention(
  {
    // an ended session is kept as long as its refresh token could still be sent, to recognise reuse
    table: 'sessions',
    where: sql`coalesce(ended_at, expires_at) < now() - interval '30 days'`,
  },
  { table: 'password_resets', where: sql`expires_at < now()` },
);
