import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { coreErrors } from '../errors/core-errors.js';
import { sendError } from '../errors/fastify-errors.js';

const operations = /^\/(?:health|metrics)(?:\/|$|\?)/;

/** A worker serves health and metrics only. */
export function serveOperationsOnly(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (operations.test(request.url)) return;
      await sendError(coreErrors.ERR_NOT_FOUND(), request, reply);
    });
}
