import { HttpException } from '@nestjs/common';
import { interpolate, type Locale } from '../i18n.js';
import { AppError, errorCatalogue, type FieldMessages } from './app-error.js';
import { coreErrors } from './core-errors.js';
import { databaseErrorToAppError } from './database-errors.js';

/** A refusal as callers read it (behaviour.md §1); further members as the catalogue's few exceptions have them. */
export interface ErrorBody {
  /** The code where existing clients know it (spec 000 §8), else the sentence, which they show as it is. */
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly statusCode: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What a failure refuses, or undefined when it is our own mistake. */
export function toAppError(exception: unknown): AppError | undefined {
  return exception instanceof AppError ? exception : (fromHttp(exception) ?? databaseErrorToAppError(exception));
}

/** A refusal in the caller's language; `more` stands beside it, the error's own members above all. */
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
