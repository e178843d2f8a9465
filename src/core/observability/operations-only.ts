import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { coreErrors } from '../errors/core-errors.js';
import { sendRefusal } from '../errors/early-refusals.js';

const operations = /^\/(?:health|metrics)(?:\/|$|\?)/;

/** A worker is looked at, not used: everything but health and metrics is not there. */
export function operationsOnly(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (operations.test(request.url)) return;
      await sendRefusal(coreErrors.ERR_NOT_FOUND(), request, reply);
    });
}
