import { createHash } from 'node:crypto';

/** As ids of WhatsApp Web begin. */
const prefix = '3EB0';
const checkLength = 8;
const idLength = 10;

const checkOf = (salt: string, messageId: number): string =>
  createHash('sha256').update(`${salt}|${messageId}`).digest('hex').slice(0, checkLength).toUpperCase();

/**
 * The id at WhatsApp of a message of ours: the same at each try, so that phones drop what is sent twice. The salt of the
 * session keeps apart what two installations send from one number.
 */
export const providerIdOf = (salt: string, messageId: number): string =>
  `${prefix}${checkOf(salt, messageId)}${messageId.toString(16).padStart(idLength, '0').toUpperCase()}`;

/** Our message with that id at WhatsApp; null for any other's. */
export function messageIdOf(salt: string, providerId: string): number | null {
  if (!providerId.startsWith(prefix) || providerId.length !== prefix.length + checkLength + idLength) return null;
  const messageId = Number.parseInt(providerId.slice(prefix.length + checkLength), 16);
  return Number.isSafeInteger(messageId) && providerIdOf(salt, messageId) === providerId ? messageId : null;
}
