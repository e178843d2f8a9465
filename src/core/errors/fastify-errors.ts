import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAcceptLanguage } from '../i18n.js';
import type { AppError } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { toErrorBody } from './error-body.js';

/** The body of the error filter, for hooks and plugins of Fastify, which Nest's filters do not reach. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = parseAcceptLanguage(request.headers['accept-language']) ?? 'pt';
  return reply.status(error.status).send(toErrorBody(error, locale, { requestId: request.id }));
}

/** Gives errors of the HTTP server itself (an undecodable URL) the usual body. */
export function handleFrameworkError(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendError(coreErrors.ERR_VALIDATION(), request, reply);
}
