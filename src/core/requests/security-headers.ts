import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Disables browser features that no page needs; the microphone records voice messages. */
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(self), payment=(), usb=(), browsing-topics=()';

/** Sets the security headers of every response. @param publicUrl decides whether they require HTTPS */
export function applySecurityHeaders(server: FastifyInstance, publicUrl: string): void {
  // the headers are prepared once; @fastify/helmet would make them for each request
  const secureHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // emotion adds style tags; no page has an inline script
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // help videos, which are only loaded on a click
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
