import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { getQueueToken } from '@nestjs/bull';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Queue } from 'bull';
import type { FastifyInstance } from 'fastify';
import { CookieSessions, refreshCookie } from '../access/session-resolver.js';
import { coreErrors } from '../errors/core-errors.js';
import { sendError } from '../errors/error-body.js';

const path = '/admin/queues';

/**
 * A read-only page of the Bull queue that wakes workers, for super-admins; nothing without that queue. A browser opens it
 * without a token, so the refresh cookie authenticates. Call it before anything else that serves static files: both
 * decorate their replies, and the board's must not find those of the outer scope.
 */
export function serveJobBoard(app: NestFastifyApplication): void {
  const queue = wakeQueue(app);
  if (!queue) return;
  const sessions = app.get(CookieSessions, { strict: false });
  const server = new FastifyAdapter().setBasePath(path);
  createBullBoard({
    queues: [new BullAdapter(queue, { readOnlyMode: true })],
    serverAdapter: server,
    options: {
      uiBasePath: dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')),
      uiConfig: { boardTitle: 'Atende' },
    },
  });
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  void fastify.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        void reply.header('Cache-Control', 'no-store');
        const cookie = request.cookies[refreshCookie];
        const actor = cookie === undefined ? undefined : await sessions.actorOf(cookie);
        // a cookie is sent with forged requests too: it allows reading only
        if (!actor?.super || (request.method !== 'GET' && request.method !== 'HEAD'))
          return sendError(coreErrors.ERR_NO_PERMISSION(), request, reply);
      });
      await scope.register(server.registerPlugin());
    },
    { prefix: path },
  );
}

/** The queue exists only when there is a Redis. */
function wakeQueue(app: NestFastifyApplication): Queue | undefined {
  try {
    return app.get<Queue>(getQueueToken('wake'), { strict: false });
  } catch {
    return undefined;
  }
}
