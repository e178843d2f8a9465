import { HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { interpolate, type Locale, parseAcceptLanguage } from '../i18n.js';
import { AppError, errorCatalogue, type FieldMessages } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { databaseErrorToAppError } from './database-errors.js';

/** The body of an error response; some errors have further members. */
export interface ErrorBody {
  /** The code if existing clients know it; otherwise the text, which they show as it is. */
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly statusCode: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Translates an exception into an error for the client; undefined for an internal error. */
export function toAppError(exception: unknown): AppError | undefined {
  return exception instanceof AppError ? exception : (fromHttp(exception) ?? databaseErrorToAppError(exception));
}

/** The body in the client's language. Members of `more` are added, unless the error has members of the same name. */
export function toErrorBody(error: AppError, locale: Locale, more: Readonly<Record<string, unknown>> = {}): ErrorBody {
  const { params, fields, body } = error.options;
  const message = interpolate(error.text[locale], params ?? {});
  return {
    error: errorCatalogue.get(error.code)?.wellKnown ? error.code : message,
    code: error.code,
    message,
    statusCode: error.status,
    ...(fields ? { fields: localiseFields(fields, locale) } : {}),
    ...(params ? { params } : {}),
    ...more,
    ...body,
  };
}

function localiseFields(fields: FieldMessages, locale: Locale): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? text : text[locale]]),
  );
}

/** Translates errors of Nest and Fastify (unknown route, invalid body, too large) into those of core. */
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

/** Sends the body of the error filter from hooks and plugins of Fastify, which Nest's filters do not cover. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = parseAcceptLanguage(request.headers['accept-language']) ?? 'pt';
  return reply.status(error.status).send(toErrorBody(error, locale, { requestId: request.id }));
}

/** Gives errors of the HTTP server itself, such as an undecodable URL, the usual body. */
export function handleFrameworkError(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendError(coreErrors.ERR_VALIDATION(), request, reply);
}
