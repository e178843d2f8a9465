import { setTimeout as wait } from 'node:timers/promises';
import { DriverException } from '@mikro-orm/core';
import { ConfigError } from '../config/read-environment.js';
import { AppError } from './app-error.js';
import { coreErrors } from './core-errors.js';

type Factory = () => AppError;
const constraints = new Map<string, Factory>();

/** Maps a unique or check constraint to an error, so that a lost race has the same response as a check before it. */
export function mapConstraintError(name: string, factory: Factory): void {
  constraints.set(name, factory);
}

/** Marks failures of the database: a refused connection to a provider has the same code, but another meaning. */
export class DatabaseFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Marks what `work` throws as a failure of the database, unless it is already explained. */
export async function wrapDatabaseErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DatabaseFailure || error instanceof ConfigError ? error : new DatabaseFailure(error);
  }
}

interface PostgresError {
  readonly code: string;
  readonly constraint?: string;
  readonly detail?: string;
}

interface Failure {
  readonly message: string;
  /** undefined when the driver itself failed. */
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

/** Codes of an unreachable, stopping or starting server; Node's `ERR_…` codes mean a bug in this program. */
const lost = /^(E(?!RR_)[A-Z_]+|57P0\d|08\d{3})$/;
/** Codes of failures that pass: a full server, a read-only replica, a lost race, a lock timeout. */
const passing = /^(53\d{3}|25006|55P03|40P01|40001)$/;
/** Codes of statement_timeout and idle_in_transaction_session_timeout, which may happen again at every try. */
const timedOut = /^(57014|25P03)$/;

/** Driver errors without a code: a connection broke between two statements, or none was available. */
const awayWords =
  /connection terminated|is not queryable|timeout exceeded when trying to connect|query read timeout|pool after calling end/i;

/** Translates a failure of PostgreSQL into an error for the client; undefined for an internal error. */
export function databaseErrorToAppError(exception: unknown): AppError | undefined {
  const failure = failureOf(exception);
  const error = failure?.postgres;
  if (!error) return failure && awayWords.test(failure.message) ? coreErrors.ERR_UNAVAILABLE() : undefined;
  if ([lost, passing, timedOut].some((codes) => codes.test(error.code))) return coreErrors.ERR_UNAVAILABLE();
  switch (error.code) {
    case '23505':
      return (error.constraint && constraints.get(error.constraint)?.()) || coreErrors.ERR_CONFLICT();
    case '23503':
      // the row to delete is still referenced, or the row to reference is missing (or belongs to another company)
      return /still referenced/.test(error.detail ?? '') ? coreErrors.ERR_IN_USE() : coreErrors.ERR_VALIDATION();
    case '22003':
    case '22008':
    case '22007':
    case '22021':
    case '22P02':
    case '22P05':
    // a text parameter contains a NUL
    case '08P01':
    case '22001':
      return coreErrors.ERR_VALIDATION();
    default:
      return undefined;
  }
}

/** Whether the same statement may succeed a moment later. */
export function isTransient(exception: unknown): boolean {
  const failure = failureOf(exception);
  return !!failure && (isConnectionLost(exception) || passing.test(failure.postgres?.code ?? ''));
}

/** Whether a transaction waited too long for a lock, or was part of a deadlock. */
export const isLockFailure = (exception: unknown): boolean =>
  ['55P03', '40P01'].includes(failureOf(exception)?.postgres?.code ?? '');

/** Whether the server cancelled a statement because it took too long. */
export const isStatementTimeout = (exception: unknown): boolean => failureOf(exception)?.postgres?.code === '57014';

/** Whether the connection broke, so that the outcome of the last statement is unknown. */
export function isConnectionLost(exception: unknown): boolean {
  const failure = failureOf(exception);
  return !!failure && (failure.postgres ? lost.test(failure.postgres.code) : awayWords.test(failure.message));
}

/** Whether the database is unavailable for all statements. */
export function isDatabaseUnavailable(exception: unknown): boolean {
  return databaseErrorToAppError(exception)?.code === coreErrors.ERR_UNAVAILABLE().code;
}

/** All delays together are longer than a database takes to restart. */
const retryDelaysMs: readonly number[] = [20, 100, 500, ...Array<number>(60).fill(1_000)];

/**
 * Repeats `work` while the database is unavailable or reports a deadlock, so that what a provider sent is not lost, and
 * a process that starts in the meantime waits.
 */
export async function retryWhileUnavailable(
  work: () => Promise<unknown>,
  failed: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (const delay of retryDelaysMs) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      failed(error);
      await wait(delay);
    }
  }
  await work();
}
