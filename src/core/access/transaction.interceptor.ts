import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { isLockFailure } from '../errors/database-errors.js';
import { MANUAL_TRANSACTION, PLATFORM } from './decorators.js';

/** When a statement waits longer for a lock, its transaction is rolled back, which frees its locks, and runs again. */
const lockMs = 900;
/** A request that has been retried for so long is answered 503. */
const patienceMs = 10_000;

/** Runs an authenticated handler in one transaction of its company or the platform; the answer follows the commit. */
@Injectable()
export class TransactionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly context: Context,
    private readonly db: Db,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const companyId = this.context.maybeActor?.companyId;
    const targets = [execution.getHandler(), execution.getClass()];
    if (execution.getType() !== 'http' || companyId === undefined) return next.handle();
    if (this.reflector.getAllAndOverride<boolean | undefined>(MANUAL_TRANSACTION, targets)) return next.handle();
    const handle = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
    const platform = this.reflector.getAllAndOverride<boolean | undefined>(PLATFORM, targets);
    return from(platform ? this.db.asPlatform(handle) : this.runAs(companyId, handle));
  }

  private async runAs(companyId: number, handle: () => Promise<unknown>): Promise<unknown> {
    for (const until = Date.now() + patienceMs; ; ) {
      try {
        return await this.db.runAs(companyId, handle, lockMs);
      } catch (error) {
        if (!isLockFailure(error) || Date.now() > until) throw error;
      }
    }
  }
}
