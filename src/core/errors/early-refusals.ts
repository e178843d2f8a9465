import type { FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from '../i18n.js';
import type { AppError } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { told } from './refusal.js';

/** Deeper than any form of ours; recursion over what a stranger sent ends here. */
const maxDepth = 50;

/** Whether a parsed body is nested deeper than any form is; without recursion, which depth itself could break. */
export function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** Refuses a body that is nested too deep, before anything walks through it. @throws 400 ERR_VALIDATION */
export async function refuseDeepBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && isTooDeep(body)) {
    throw coreErrors.ERR_VALIDATION();
  }
}

/** The body of the error filter, for hooks and plugins of Fastify, which Nest's filters do not reach. */
export function sendRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = localeOf(request.headers['accept-language']) ?? 'pt';
  return reply.status(error.status).send(told(error, locale, { requestId: request.id }));
}

/** Answers what the server itself cannot read (an address that decodes to nothing) as every other refusal is answered. */
export function refuseUnreadable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendRefusal(coreErrors.ERR_VALIDATION(), request, reply);
}
