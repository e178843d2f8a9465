import { figuresOf } from './report-figures';

const row = (time: string, is_sent = 1) => ({ time, is_sent });
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
/** A Wednesday. */
const now = new Date('2026-02-25T23:30:00-03:00');

test('today has the 24 hours of the UTC day', () => {
  const { sent, unsent } = figuresOf(
    [
      row('2026-02-26T00:00:00Z'),
      row('2026-02-26T00:59:59Z', 0),
      row('2026-02-26T23:00:00Z'),
      row('2026-02-25T23:59:59Z'),
    ],
    'today',
    now,
  );
  expect(sent).toHaveLength(24);
  expect([sent[0], sent[23], total(sent)]).toEqual([1, 1, 2]);
  expect([unsent[0], total(unsent)]).toEqual([1, 1]);
});

test('the week begins on Sunday', () => {
  const { sent } = figuresOf(
    [row('2026-02-22T00:00:00Z'), row('2026-02-28T23:59:59Z'), row('2026-02-21T23:59:59Z')],
    'week',
    now,
  );
  expect(sent).toEqual([1, 0, 0, 0, 0, 0, 1]);
});

test('a month has its own days, a year twelve months', () => {
  const rows = [row('2026-02-01T00:00:00Z'), row('2026-03-01T00:00:00Z'), row('2025-12-31T23:59:59Z')];
  const { sent } = figuresOf(rows, 'month', now);
  expect(sent).toHaveLength(28);
  expect(total(sent)).toBe(1);
  expect(figuresOf(rows, 'year', now).sent).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});
