import { sql } from 'kysely';
import { defineSecretColumn } from '../../../../../core/crypto/secret-columns.js';
import { defineRetention } from '../../../../../core/jobs/retention.js';

/** What a file is downloaded with, in the data of its message. */
export const mediaContext = ({ companyId, connectionId }: { companyId: number; connectionId: number }): string =>
  `whatsapp_media|${companyId}|${connectionId}`;

defineSecretColumn({
  tables: [],
  contexts: /^whatsapp_media\|\d+\|\d+$/,
  // a file is downloaded within minutes; one that cannot be is marked on its message
  erase: async () => undefined,
});

/** Type of the rows that keep what was decrypted and not handed over; they outlive the keys. */
export const receivedType = 'received';

defineRetention(
  { table: 'whatsapp_messages', where: sql`created_at < now() - interval '30 days'` },
  {
    // of sessions that no process runs any more
    table: 'whatsapp_keys',
    where: sql`type = ${receivedType} and created_at < now() - interval '14 days'
      and connection_id in (select connection_id from whatsapp_sessions)`,
  },
  { table: 'whatsapp_calls', where: sql`created_at < now() - interval '10 minutes'` },
);
