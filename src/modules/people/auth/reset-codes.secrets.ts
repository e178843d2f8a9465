import { defineSecretColumn } from '../../../core/crypto/secret-columns.js';
import { removeJobsNamed } from '../../../core/jobs/outbox.queries.js';

/** Where the code of a mail that waits belongs. */
export const resetCodeColumn = (companyId: number, userId: number): string =>
  `outbox_jobs|${companyId}|send-reset-code|${userId}`;

// a code lives for minutes and its hash cannot be made again without it: the user requests another
defineSecretColumn({
  tables: ['outbox_jobs', 'password_resets'],
  contexts: /^outbox_jobs\|\d+\|send-reset-code\|\d+$/,
  erase: async (client) => {
    await removeJobsNamed(client, 'send-reset-code');
    await client.query('delete from password_resets');
  },
});
