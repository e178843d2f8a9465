import { fromDatabase } from './database-errors.js';

const withCode = (code: string): Error => Object.assign(new Error('any words'), { code });
const unavailable = { code: 'ERR_UNAVAILABLE', status: 503 };

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'Cannot use a pool after calling end on the pool',
])('the driver says without a code that the database is away: %s', (words) => {
  expect(fromDatabase(new Error(words))).toMatchObject(unavailable);
});

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300', '25006', '40001'])(
  'the database is away, or cannot now: %s',
  (code) => {
    expect(fromDatabase(withCode(code))).toMatchObject(unavailable);
    expect(fromDatabase(new Error('what the ORM says', { cause: withCode(code) }))).toMatchObject(unavailable);
  },
);

test('a mistake of ours stays one', () => {
  expect(fromDatabase(new Error('undefined is not a function'))).toBeUndefined();
  expect(fromDatabase(withCode('42703'))).toBeUndefined();
  expect(fromDatabase('text')).toBeUndefined();
});
