import { describe, expect, it } from '@jest/globals';
import { remaining, waitingTime, windowState } from './dates';

it('tells how long somebody has waited in the largest unit that fits', () => {
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

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('the window', () => {
  it.each([
    [null, { kind: 'open' }],
    ['2026-11-22T12:00:00.000Z', { kind: 'open' }],
    ['2026-11-21T15:05:00.000Z', { kind: 'closing', minutes: 185 }],
    ['2026-11-21T12:00:01.000Z', { kind: 'closing', minutes: 1 }],
    ['2026-11-21T12:00:00.000Z', { kind: 'closed' }],
    ['2026-11-20T12:00:00.000Z', { kind: 'closed' }],
  ])('until %s is %j', (until, state) => {
    expect(windowState(until, now)).toEqual(state);
  });

  it('is counted in hours and minutes', () => {
    expect([remaining(185), remaining(60), remaining(7)]).toEqual(['3 h 05 min', '1 h 00 min', '7 min']);
  });
});
