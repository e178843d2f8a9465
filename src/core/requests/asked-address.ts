import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppConfig, isLoopback } from '../config/config.js';

const pattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Answers name media at the address that was asked, if it is one of ours: PUBLIC_URL, one of CORS_ORIGINS, or the address
 * that the connection itself came in at. Of any other Host nothing is believed. What is stored, broadcast or sent to other
 * programs names PUBLIC_URL: only an answer is changed, when it leaves.
 */
export function answerAtAskedAddress(
  server: FastifyInstance,
  { publicUrl, corsOrigins }: Pick<AppConfig, 'publicUrl' | 'corsOrigins'>,
): void {
  const origins = new Map([...corsOrigins, publicUrl].map((origin) => [new URL(origin).host, origin]));
  // of members of JSON that are an address, signed as ours are (core/storage/media-urls.ts); no text begins so
  const address = new RegExp(`("\\w*(?:url|path)":")${pattern(publicUrl)}(?=/media/[^"?]+\\?e=\\d+&)`, 'gi');
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload !== 'string' || !payload.includes('/media/')) return done(null, payload);
    const origin = origins.get(request.host) ?? arrivalOrigin(request) ?? publicUrl;
    return done(null, origin === publicUrl ? payload : payload.replace(address, `$1${origin}`));
  });
}

/** Where the connection came in, if the request names that address, or this machine by another name. */
function arrivalOrigin({ protocol, host, socket }: FastifyRequest): string | undefined {
  const asked = URL.parse(`${protocol}://${host}`);
  const address = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
  const port = Number(asked?.port) || (protocol === 'https' ? 443 : 80);
  if (!asked || port !== socket.localPort) return undefined;
  const same = [address, `[${address}]`].includes(asked.hostname);
  return same || (isLoopback(asked.hostname) && isLoopback(address)) ? asked.origin : undefined;
}
