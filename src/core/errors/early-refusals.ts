import type { FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from '../i18n.js';
import type { AppError } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { told } from './refusal.js';

/** The body of the error filter, for hooks and plugins of Fastify, which Nest's filters do not reach. */
export function sendRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = localeOf(request.headers['accept-language']) ?? 'pt';
  return reply.status(error.status).send(told(error, locale, { requestId: request.id }));
}

/** Answers what the server itself cannot read (an address that decodes to nothing) as every other refusal is answered. */
export function refuseUnreadable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendRefusal(coreErrors.ERR_VALIDATION(), request, reply);
}
