import { createHash } from 'node:crypto';

/** The beginning of ids of WhatsApp Web. */
const prefix = '3EB0';
const checkLength = 8;
const idLength = 10;

const checkOf = (salt: string, messageId: number): string =>
  createHash('sha256').update(`${salt}|${messageId}`).digest('hex').slice(0, checkLength).toUpperCase();

/**
 * Our message's id at WhatsApp. It is the same at each try, so that phones drop repeated messages. The session's salt
 * separates the messages that two installations send from one number.
 */
export const providerIdOf = (salt: string, messageId: number): string =>
  `${prefix}${checkOf(salt, messageId)}${messageId.toString(16).padStart(idLength, '0').toUpperCase()}`;

/** The id of our message with this id at WhatsApp; null for messages of others. */
export function messageIdOf(salt: string, providerId: string): number | null {
  if (!providerId.startsWith(prefix) || providerId.length !== prefix.length + checkLength + idLength) return null;
  const messageId = Number.parseInt(providerId.slice(prefix.length + checkLength), 16);
  return Number.isSafeInteger(messageId) && providerIdOf(salt, messageId) === providerId ? messageId : null;
}
