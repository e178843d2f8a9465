import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const here = dirname(fileURLToPath(import.meta.url));
/** Where the built admin may be, relative to the built server, or to the sources in tests. */
const folders = ['../../../../admin', '../../../dist/admin'].map((path) => join(here, path));

/** Path prefixes that are never a screen, even when a browser navigates to them. */
const apiPrefixes = ['docs', 'docs-json', 'health', 'metrics', 'media', 'public', 'socket.io', 'assets'];

/** Declares a further prefix; call it where the routes are. */
export function defineApiPrefix(prefix: string): void {
  apiPrefixes.push(prefix);
}

const isScreen = (url: string): boolean => {
  const path = url.split('?')[0]?.toLowerCase() ?? '';
  return !apiPrefixes.some((prefix) => `${path}/`.startsWith(`/${prefix}/`)) && !/\.[a-z0-9]{2,5}$/.test(path);
};

/** Whether a browser opens a page: `Sec-Fetch-Mode: navigate`, or without it, an Accept with text/html before JSON. */
export function isNavigation(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (!isScreen(request.url)) return false;
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  const accept = request.headers.accept ?? '';
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html !== -1 && (json === -1 || html < json);
}

/** Serves the built admin: its files by name, and index.html for every navigation. */
export function serveAdmin(app: NestFastifyApplication): void {
  const root = folders.find((folder) => existsSync(join(folder, 'index.html')));
  const index = root ? readFileSync(join(root, 'index.html')) : undefined;
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isScreen(request.url)) void reply.header('Vary', 'Accept, Sec-Fetch-Mode');
    if (!isNavigation(request)) return;
    if (!index) {
      await reply.status(503).type('text/plain; charset=utf-8').send('The admin is not built: run npm run build.');
      return;
    }
    await reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(index);
  });
  if (!root) return;
  void fastify.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // the build writes the compressed files (scripts/lib/compress.mjs)
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const immutable = path.includes(`${join(root, 'assets')}`);
      void reply.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
