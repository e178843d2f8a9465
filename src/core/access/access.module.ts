import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyInterceptor } from '../requests/idempotency.interceptor.js';
import { UploadInterceptor } from '../requests/upload.interceptor.js';
import { PageInterceptor } from '../resource/page.interceptor.js';
import { AccessGuard } from './access.guard.js';
import { ConnectionStrategy, JwtStrategy } from './strategies.js';
import { TransactionInterceptor } from './transaction.interceptor.js';

/**
 * The way of every request, in this order: who is it and may they; the uploaded files, before a transaction opens, so that
 * none waits for a slow client; the unit of work; the repeated request; the handler; the dialect of its list.
 */
@Module({
  providers: [
    JwtStrategy,
    ConnectionStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: UploadInterceptor },
    { provide: APP_INTERCEPTOR, useClass: TransactionInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: PageInterceptor },
  ],
})
export class AccessModule {}
