import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Context } from '../context.js';
import type { AppError } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { toAppError, toErrorBody } from './error-body.js';

/** Writes every failure as `{ error, code, message, statusCode, fields?, params?, requestId }`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(private readonly context: Context) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') return;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = this.translate(exception);
    if (reply.sent || reply.raw.headersSent) return;
    const { params } = error.options;
    const { locale, requestId } = this.context;
    if (error.status === 503) void reply.header('Retry-After', '2');
    if (typeof params?.['retryAfter'] === 'number') void reply.header('Retry-After', String(params['retryAfter']));
    // a route that sends text or a file has already set its content type
    void reply
      .type('application/json; charset=utf-8')
      .status(error.status)
      .send(toErrorBody(error, locale, { requestId }));
  }

  private translate(exception: unknown): AppError {
    const known = toAppError(exception);
    if (known) return known;
    const stack = exception instanceof Error ? exception.stack : String(exception);
    this.logger.error({ msg: 'unexpected failure', requestId: this.context.requestId, stack });
    return coreErrors.ERR_INTERNAL();
  }
}
