import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { coreErrors } from '../errors/core-errors.js';
import { localeOf } from '../i18n.js';

const operations = /^\/(?:health|metrics)(?:\/|$|\?)/;

/** A worker is looked at, not used: everything but health and metrics is not there. */
export function operationsOnly(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (operations.test(request.url)) return;
      const { code, status, text } = coreErrors.ERR_NOT_FOUND();
      const message = text[localeOf(request.headers['accept-language']) ?? 'pt'];
      await reply.status(status).send({ error: code, message, statusCode: status, requestId: request.id });
    });
}
