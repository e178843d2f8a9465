import { expect, it } from '@jest/globals';
import { waitingTime } from './dates';

it('shows the waiting time in the largest fitting unit', () => {
  const since = '2026-11-21T12:00:00.000Z';
  const after = (minutes: number) => waitingTime(since, Date.parse(since) + minutes * 60_000);
  expect([-1, 0, 0.9, 1, 59, 60, 119, 120, 1439, 1440, 4000].map(after)).toEqual([
    '0 min',
    '0 min',
    '0 min',
    '1 min',
    '59 min',
    '1 h',
    '1 h',
    '2 h',
    '23 h',
    '1 d',
    '2 d',
  ]);
});
