import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Browser features that no page needs; the microphone records voice messages. */
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(self), payment=(), usb=(), browsing-topics=()';

/** Headers of every response by which browsers protect its reader. @param publicUrl decides whether they insist on HTTPS */
export function applySecurityHeaders(server: FastifyInstance, publicUrl: string): void {
  // @fastify/helmet would make them for each request
  const secureHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // emotion writes style tags; there is no inline script anywhere
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // help videos, loaded on click only
        frameSrc: ["'self'", 'https://www.youtube-nocookie.com'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        upgradeInsecureRequests: publicUrl.startsWith('https:') ? [] : null,
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    hsts: publicUrl.startsWith('https:'),
  });
  server.addHook('onRequest', ({ raw }, reply, done) => {
    reply.header('Permissions-Policy', permissionsPolicy);
    secureHeaders(raw, reply.raw, (error) => done(error as Error | undefined));
  });
}
