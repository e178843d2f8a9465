import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Warns once that an undeclared proxy seems to be in front: all visitors have one address. */
export function warnIfProxyNotTrusted(instance: FastifyInstance, logger: LoggerService): void {
  let warned = false;
  instance.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    warned = true;
    logger.warn({
      msg: 'X-Forwarded-For came while TRUST_PROXY is empty: if a reverse proxy is in front, name it there',
      address: request.ip,
    });
  });
}
