import { defineSecretColumn } from '../../../../../core/crypto/secret-columns.js';

/** What a file is downloaded with, in the data of its message. */
export const mediaContext = ({ companyId, connectionId }: { companyId: number; connectionId: number }): string =>
  `whatsapp_media|${companyId}|${connectionId}`;

defineSecretColumn({
  tables: [],
  contexts: /^whatsapp_media\|\d+\|\d+$/,
  // a file is downloaded within minutes; one that cannot be is marked on its message
  erase: async () => undefined,
});
