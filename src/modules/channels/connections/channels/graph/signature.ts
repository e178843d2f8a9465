import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `X-Hub-Signature-256` is the signature of exactly these bytes; false without a secret. */
export function validSignature(rawBody: Buffer, header: unknown, secret: string | null | undefined): boolean {
  if (!secret || typeof header !== 'string') return false;
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(rawBody).digest());
}

/** The response to the provider's `GET` that verifies the webhook address; null refuses it. */
export function challengeOf(
  query: Readonly<Record<string, unknown>>,
  verifyToken: string | null | undefined,
): string | null {
  const given = query['hub.verify_token'];
  const challenge = query['hub.challenge'];
  if (!verifyToken || query['hub.mode'] !== 'subscribe') return null;
  if (typeof given !== 'string' || typeof challenge !== 'string') return null;
  // The challenge is echoed, so it must not contain markup.
  if (!/^[\w.-]{1,256}$/.test(challenge)) return null;
  return timingSafeEqual(digest(given), digest(verifyToken)) ? challenge : null;
}

// timingSafeEqual needs equal lengths; hashing provides them without revealing the length.
const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
