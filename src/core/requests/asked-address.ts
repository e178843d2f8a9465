import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppConfig, isLoopback } from '../config/config.js';

const pattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Media URLs in answers get the origin that the client used, if it is one of ours: PUBLIC_URL, one of CORS_ORIGINS, or
 * the local address of the connection. Any other Host is not trusted. What is stored, broadcast or sent to other
 * programs contains PUBLIC_URL; only answers are changed, when they are sent.
 */
export function answerAtAskedAddress(
  server: FastifyInstance,
  { publicUrl, corsOrigins }: Pick<AppConfig, 'publicUrl' | 'corsOrigins'>,
): void {
  const origins = new Map([...corsOrigins, publicUrl].map((origin) => [new URL(origin).host, origin]));
  // matches JSON members with a signed media URL (core/storage/media-urls.ts); no text of users begins so
  const address = new RegExp(`("\\w*(?:url|path)":")${pattern(publicUrl)}(?=/media/[^"?]+\\?e=\\d+&)`, 'gi');
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload !== 'string' || !payload.includes('/media/')) return done(null, payload);
    const origin = origins.get(request.host) ?? arrivalOrigin(request) ?? publicUrl;
    return done(null, origin === publicUrl ? payload : payload.replace(address, `$1${origin}`));
  });
}

/** The local address of the connection, if the request names it, or this machine by another name. */
function arrivalOrigin({ protocol, host, socket }: FastifyRequest): string | undefined {
  const asked = URL.parse(`${protocol}://${host}`);
  const address = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
  const port = Number(asked?.port) || (protocol === 'https' ? 443 : 80);
  if (!asked || port !== socket.localPort) return undefined;
  const same = [address, `[${address}]`].includes(asked.hostname);
  return same || (isLoopback(asked.hostname) && isLoopback(address)) ? asked.origin : undefined;
}
