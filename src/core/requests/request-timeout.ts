import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { AppError } from '../errors/app-error.js';
import { coreErrors } from '../errors/core-errors.js';
import { toErrorBody } from '../errors/error-body.js';
import type { Health } from '../observability/health.js';
import { bodyRulesOf } from './body-limits.js';

/** The time for a whole request including its files, enough for 64 MB at 0.6 Mbit/s. */
export const maxRequestMs = 15 * 60_000;

/** Ends requests whose body does not arrive in time; forms with files have {@link maxRequestMs}. */
export function applyBodyTimeout(instance: FastifyInstance, seconds: number): void {
  instance.addHook('preParsing', async (request, reply) => {
    const { raw, headers } = request;
    const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!announced || (request.isMultipart() && bodyRulesOf(request).acceptsFiles)) return;
    const timer = setTimeout(() => {
      void reply.header('Connection', 'close');
      // the parser receives this as an error of the body
      if (raw.listenerCount('error') > 0) raw.emit('error', coreErrors.ERR_REQUEST_TIMEOUT());
      else raw.destroy();
    }, seconds * 1000);
    const arrived = (): void => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
  });
}

/** While the process stops, closes each connection after its next response. */
export function closeConnectionsOnStop(instance: FastifyInstance, health: Pick<Health, 'stopping'>): void {
  instance.addHook('onRequest', async (_request, reply) => {
    if (health.stopping) void reply.header('Connection', 'close');
  });
}

const refusals: Readonly<Record<string, () => AppError>> = {
  HPE_HEADER_OVERFLOW: coreErrors.ERR_HEADERS_TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: coreErrors.ERR_REQUEST_TIMEOUT,
};

/** Answers invalid HTTP with the usual error body, and closes the connection. */
export function handleClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const refusal = (refusals[error.code ?? ''] ?? coreErrors.ERR_VALIDATION)();
    const body = JSON.stringify(toErrorBody(refusal, 'pt', { requestId: crypto.randomUUID() }));
    socket.write(
      [
        `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}

/** Warns once when an undeclared proxy seems to be in front, because then all visitors have the same address. */
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
