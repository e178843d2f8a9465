import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Context } from '../context/context.js';
import { fill, type Locale } from '../i18n.js';
import { AppError, type FieldMessages } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { fromDatabase } from './database-errors.js';

/** Writes every failure as `{ error, message, statusCode, fields?, params?, requestId }` (behaviour.md §1). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(private readonly context: Context) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') return;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = this.translate(exception);
    if (reply.sent || reply.raw.headersSent) return;
    const { params, fields, body } = error.options;
    const locale = this.context.locale;
    if (error.status === 503) void reply.header('Retry-After', '2');
    if (typeof params?.['retryAfter'] === 'number') void reply.header('Retry-After', String(params['retryAfter']));
    // a route that answers text or a file has already said so
    void reply
      .type('application/json; charset=utf-8')
      .status(error.status)
      .send({
        error: error.code,
        message: fill(error.text[locale], params ?? {}),
        statusCode: error.status,
        ...(fields ? { fields: localiseFields(fields, locale) } : {}),
        ...(params ? { params } : {}),
        requestId: this.context.requestId,
        ...body,
      });
  }

  private translate(exception: unknown): AppError {
    if (exception instanceof AppError) return exception;
    const known = fromHttp(exception) ?? fromDatabase(exception);
    if (known) return known;
    const stack = exception instanceof Error ? exception.stack : String(exception);
    this.logger.error({ msg: 'unexpected failure', requestId: this.context.requestId, stack });
    return coreErrors.ERR_INTERNAL();
  }
}

function localiseFields(fields: FieldMessages, locale: Locale): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? text : text[locale]]),
  );
}

/** Refusals of Nest and Fastify themselves (unknown route, unreadable body, too large) under our own codes. */
function fromHttp(exception: unknown): AppError | undefined {
  const status = exception instanceof HttpException ? exception.getStatus() : statusOf(exception);
  switch (status) {
    case 404:
      return coreErrors.ERR_NOT_FOUND();
    case 413:
      return coreErrors.ERR_TOO_LARGE();
    case 415:
    case 406:
      return coreErrors.ERR_UNSUPPORTED_MEDIA();
    case 503:
      return coreErrors.ERR_UNAVAILABLE();
    default:
      return status !== undefined && status >= 400 && status < 500 ? coreErrors.ERR_VALIDATION() : undefined;
  }
}

function statusOf(exception: unknown): number | undefined {
  if (typeof exception !== 'object' || exception === null || !('statusCode' in exception)) return undefined;
  return typeof exception.statusCode === 'number' ? exception.statusCode : undefined;
}
