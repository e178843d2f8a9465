import { sql } from 'kysely';
import { defineSecretColumn } from '../../../../../core/crypto/secret-columns.js';
import { defineRetention } from '../../../../../core/jobs/retention.js';

/** Encryption context of the download keys of a file, which are in the data of its message. */
export const mediaContext = ({ companyId, connectionId }: { companyId: number; connectionId: number }): string =>
  `whatsapp_media|${companyId}|${connectionId}`;

defineSecretColumn({
  tables: [],
  contexts: /^whatsapp_media\|\d+\|\d+$/,
  // files are downloaded within minutes; if one cannot be decrypted, its message shows the error
  erase: async () => undefined,
});

/** Type of the rows with decrypted messages that the inbox does not have yet; they are not removed with the keys. */
export const receivedType = 'received';

defineRetention(
  { table: 'whatsapp_messages', where: sql`created_at < now() - interval '30 days'` },
  {
    // rows of sessions that no process runs any more
    table: 'whatsapp_keys',
    where: sql`type = ${receivedType} and created_at < now() - interval '14 days'
      and connection_id in (select connection_id from whatsapp_sessions)`,
  },
  { table: 'whatsapp_calls', where: sql`created_at < now() - interval '10 minutes'` },
);
