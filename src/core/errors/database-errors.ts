import { DriverException } from '@mikro-orm/core';
import { AppError } from './app-error.js';
import { coreErrors } from './core-errors.js';

type Factory = () => AppError;
const constraints = new Map<string, Factory>();

/** Names the refusal behind a unique or check constraint, so that a race answers as clearly as a check would. */
export function mapConstraintError(name: string, factory: Factory): void {
  constraints.set(name, factory);
}

/** Tells what the database could not do from what somebody else could not: a provider refuses a connection with the same code. */
export class DatabaseFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** What fails here is the database's. */
export async function wrapDatabaseErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DatabaseFailure ? error : new DatabaseFailure(error);
  }
}

interface PostgresError {
  readonly code: string;
  readonly constraint?: string;
  readonly detail?: string;
}

interface Failure {
  readonly message: string;
  /** Nothing where the driver gave up by itself. */
  readonly postgres: PostgresError | undefined;
}

function failureOf(exception: unknown): Failure | undefined {
  if (!(exception instanceof DatabaseFailure || exception instanceof DriverException)) return undefined;
  const { message } = exception;
  let error: unknown = exception;
  for (let depth = 0; typeof error === 'object' && error !== null && depth < 4; depth++) {
    if ('code' in error && typeof error.code === 'string') return { message, postgres: error as PostgresError };
    error = 'cause' in error ? error.cause : 'previous' in error ? error.previous : undefined;
  }
  return { message, postgres: undefined };
}

/** It cannot be reached, stops, starts, recovers, has no room, or has become a copy that only reads. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  '25006',
  '55P03',
  // given up by the server: statement_timeout, idle_in_transaction_session_timeout
  '57014',
  '25P03',
]);

/** What the driver says without a code, when a connection broke between two statements or none was to be had. */
const awayWords =
  /connection terminated|is not queryable|timeout exceeded when trying to connect|query read timeout|pool after calling end/i;

/** A failure of PostgreSQL as the refusal it stands for, or undefined when it is our own mistake. */
export function databaseErrorToAppError(exception: unknown): AppError | undefined {
  const failure = failureOf(exception);
  const error = failure?.postgres;
  if (!error) return failure && awayWords.test(failure.message) ? coreErrors.ERR_UNAVAILABLE() : undefined;
  if (away.has(error.code)) return coreErrors.ERR_UNAVAILABLE();
  switch (error.code) {
    case '23505':
      return (error.constraint && constraints.get(error.constraint)?.()) || coreErrors.ERR_CONFLICT();
    case '23503':
      // deleting what others point to, or pointing to what is not there (or is another company's)
      return /still referenced/.test(error.detail ?? '') ? coreErrors.ERR_IN_USE() : coreErrors.ERR_VALIDATION();
    case '40P01':
    case '40001':
      return coreErrors.ERR_UNAVAILABLE();
    case '22003':
    case '22008':
    case '22007':
    case '22021':
    case '22P02':
    case '22P05':
    // a NUL inside of a text parameter
    case '08P01':
    case '22001':
      return coreErrors.ERR_VALIDATION();
    default:
      return undefined;
  }
}

/** Codes of a connection that broke, a server that restarts. */
const lost = /^(E[A-Z_]+|57P0\d|08\d{3})$/;
/**
 * Of a server without room, a race that another transaction won, a lock that was not had in time. A statement that took
 * too long (57014) is not among them: it may do so every time.
 */
const passing = /^(53\d{3}|25006|55P03|40P01|40001)$/;

/** Whether nothing was wrong with what was asked: the same may work a moment later. */
export function isTransient(exception: unknown): boolean {
  const failure = failureOf(exception);
  return !!failure && (isConnectionLost(exception) || passing.test(failure.postgres?.code ?? ''));
}

/** Whether the answer went with the connection: what was asked last may have happened. */
export function isConnectionLost(exception: unknown): boolean {
  const failure = failureOf(exception);
  return !!failure && (failure.postgres ? lost.test(failure.postgres.code) : awayWords.test(failure.message));
}

/** Whether the database cannot now, whatever it is asked. */
export function isDatabaseUnavailable(exception: unknown): boolean {
  return databaseErrorToAppError(exception)?.code === coreErrors.ERR_UNAVAILABLE().code;
}
