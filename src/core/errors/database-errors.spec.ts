import { coreErrors } from './core-errors.js';
import {
  DatabaseFailure,
  databaseErrorToAppError,
  isConnectionLost,
  isDatabaseUnavailable,
  isTransient,
} from './database-errors.js';

const withCode = (code: string): Error => Object.assign(new Error('any words'), { code });
const refusal = { code: 'ERR_UNAVAILABLE', status: 503 };

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'Cannot use a pool after calling end on the pool',
])('the driver says without a code that the database is away: %s', (words) => {
  expect(databaseErrorToAppError(new DatabaseFailure(new Error(words)))).toMatchObject(refusal);
});

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300', '25006', '40001'])(
  'the database is away, or cannot now: %s',
  (code) => {
    const failure = new DatabaseFailure(withCode(code));
    expect(databaseErrorToAppError(failure)).toMatchObject(refusal);
    expect(databaseErrorToAppError(new DatabaseFailure(failure))).toMatchObject(refusal);
  },
);

test('a mistake of ours stays one', () => {
  expect(databaseErrorToAppError(new Error('undefined is not a function'))).toBeUndefined();
  expect(databaseErrorToAppError(new DatabaseFailure(withCode('42703')))).toBeUndefined();
  expect(databaseErrorToAppError(new DatabaseFailure(withCode('ERR_INVALID_ARG_TYPE')))).toBeUndefined();
  expect(databaseErrorToAppError('text')).toBeUndefined();
});

test('a moment later it may work, if it was the database', () => {
  expect(isTransient(new DatabaseFailure(withCode('ECONNREFUSED')))).toBe(true);
  for (const code of ['40P01', '53300', '55P03', '25006'])
    expect(isTransient(new DatabaseFailure(withCode(code)))).toBe(true);
  expect(isTransient(new DatabaseFailure(withCode('23505')))).toBe(false);
});

test('what takes too long may take too long every time, yet the database cannot now', () => {
  const late = new DatabaseFailure(withCode('57014'));
  expect([isTransient(late), isDatabaseUnavailable(late)]).toEqual([false, true]);
});

test('only with the connection goes the answer', () => {
  const lost = ['ECONNRESET', '57P01', '08006'].map((code) => isConnectionLost(new DatabaseFailure(withCode(code))));
  const answered = ['40P01', '40001', '53300', '23505'].map((code) =>
    isConnectionLost(new DatabaseFailure(withCode(code))),
  );
  expect([lost, answered]).toEqual([Array(3).fill(true), Array(4).fill(false)]);
  expect(isConnectionLost(new DatabaseFailure(new Error('Connection terminated unexpectedly')))).toBe(true);
});

test('somebody else who cannot be reached is not the database, nor is a refusal of ours', () => {
  for (const error of [withCode('ECONNREFUSED'), withCode('ESOCKET'), coreErrors.ERR_NOT_FOUND()]) {
    expect(isTransient(error)).toBe(false);
    expect(databaseErrorToAppError(error)).toBeUndefined();
  }
});
