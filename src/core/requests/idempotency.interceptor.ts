import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { concatMap, from, lastValueFrom, type Observable } from 'rxjs';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { coreErrors, invalidValue } from '../errors/core-errors.js';
import { isCredential } from '../observability/scrub.js';
import { eraseResponses, lockKey, storedResponse, storeResponse } from './idempotency.queries.js';
import type { RequestWithUploads } from './upload.js';

/** Secrets in the answers of the second step of the sign-in. */
const secondStep: readonly string[] = ['uri', 'recoveryCodes'];
const withoutCredentials = (key: string, value: unknown): unknown =>
  isCredential(key, value) || secondStep.includes(key) ? undefined : value;
const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\u0000')).digest('hex');

interface Repeatable {
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * Implements `Idempotency-Key` on authenticated POSTs: a repeated request gets the same response, one in progress a
 * 409, another body a 422. The key is stored in the transaction of the request, so that it exists exactly when the
 * effect does. Tokens, passwords and secrets of the second step are not stored, so the repeated response lacks them.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** Call it in a transaction of the company. */
  async once<T>(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<T>): Promise<T> {
    const repeatable = this.repeatable(request);
    return repeatable ? this.runOnce(repeatable, reply, handle) : handle();
  }

  /** Returns undefined when the request has no key. @throws when the key is invalid */
  private repeatable(request: FastifyRequest): Repeatable | undefined {
    const given = request.headers['idempotency-key'];
    if (given === undefined) return undefined;
    if (typeof given !== 'string' || given.length < 1 || given.length > 200) {
      throw coreErrors.ERR_VALIDATION({
        fields: { 'Idempotency-Key': invalidValue },
      });
    }
    const { userId, program } = this.context.actor;
    const actor = program ? `${program.kind}:${program.id}` : userId;
    const key = digest(String(actor), request.url, given);
    // leaves out the storage keys, which differ at every upload
    const files = ((request as FastifyRequest & RequestWithUploads).uploads ?? []).map(({ name, mime, size }) => [
      name,
      mime,
      size,
    ]);
    const fingerprint = digest(JSON.stringify([request.body ?? null, files]));
    return { key, fingerprint };
  }

  private async runOnce<T>(
    { key, fingerprint }: Repeatable,
    reply: FastifyReply,
    handle: () => Promise<T>,
  ): Promise<T> {
    const { companyId } = this.context;
    const lock = await this.db.row(lockKey(companyId, key));
    if (!lock?.free) throw coreErrors.ERR_IDEMPOTENCY_IN_FLIGHT();
    const stored = await this.db.row(storedResponse(companyId, key));
    if (stored) {
      if (stored.fingerprint !== fingerprint) throw coreErrors.ERR_IDEMPOTENCY_MISMATCH();
      if (stored.forgotten) throw coreErrors.ERR_IDEMPOTENCY_FORGOTTEN();
      void reply.status(stored.status);
      return stored.answer as T;
    }
    const answer = await handle();
    const shown = JSON.stringify(answer ?? null, withoutCredentials);
    await this.db.run(storeResponse(companyId, key, { fingerprint, status: reply.statusCode, answer: shown }));
    return answer;
  }
}

/** Applies to routes that run in one transaction; other routes call {@link Idempotency.once} in their own. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly context: Context,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (execution.getType() !== 'http') return next.handle();
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.method !== 'POST' || this.context.unit?.companyId === undefined) return next.handle();
    return from(
      this.idempotency.once(request, http.getResponse<FastifyReply>(), () =>
        lastValueFrom(next.handle(), { defaultValue: undefined }),
      ),
    ).pipe(concatMap((answer) => [answer]));
  }
}

/** The stored responses of requests with an Idempotency-Key. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** Erases the company's responses, any of which may contain the person being erased. The keys still count as used. */
  async clearResponses(): Promise<void> {
    await this.db.run(eraseResponses(this.context.companyId));
  }
}
