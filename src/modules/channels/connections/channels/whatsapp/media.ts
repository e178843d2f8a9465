import { createDecipheriv } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** WhatsApp's server for files. */
export const mediaHost = 'https://mmg.whatsapp.net';

export const downloadOptions = {
  headers: { origin: 'https://web.whatsapp.com' },
  timeoutMs: 30_000,
  redirects: 0,
  // the same limit as for the Graph API; phones can send larger documents
  maxBytes: 110 * 1024 * 1024,
} as const;

/** Whether the path cannot change the host of the address. */
export const isMediaPath = (path: string | null | undefined): path is string => /^\/[^/\\]/.test(path ?? '');

/** Whether the address belongs to WhatsApp. */
export const isWhatsappUrl = (url: string): boolean =>
  URL.canParse(url) && /^https:\/\/([a-z0-9-]+\.)+whatsapp\.net$/.test(new URL(url).origin);

/** Length of the signature after the encrypted bytes. */
const macLength = 10;

/** Decrypts a file. */
export function decrypted(encrypted: Readable, cipherKey: Uint8Array, iv: Uint8Array): Readable {
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  let kept = Buffer.alloc(0);
  const plain = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([kept, chunk]);
      const end = Math.max(0, all.length - macLength);
      kept = all.subarray(end);
      done(null, decipher.update(all.subarray(0, end)));
    },
    flush(done) {
      try {
        done(null, decipher.final());
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // the reader gets errors from the stream itself
  return pipeline(encrypted, plain, () => undefined);
}
