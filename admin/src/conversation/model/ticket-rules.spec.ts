import { describe, expect, it } from '@jest/globals';
import { remaining, windowState } from './ticket-rules';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('the messaging window', () => {
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

  it('is shown in hours and minutes', () => {
    expect([remaining(185), remaining(60), remaining(7)]).toEqual(['3 h 05 min', '1 h 00 min', '7 min']);
  });
});
