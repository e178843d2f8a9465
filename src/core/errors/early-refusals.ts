import type { FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from '../i18n.js';
import { coreErrors } from './core-errors.js';

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

/** Answers what the server itself cannot read (an address that decodes to nothing) as every other refusal is answered. */
export function refuseUnreadable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status, text } = coreErrors.ERR_VALIDATION();
  const message = text[localeOf(request.headers['accept-language']) ?? 'pt'];
  void reply.status(status).send({ error: code, message, statusCode: status, requestId: request.id });
}
