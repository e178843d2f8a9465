import { numberBucket } from './send-slots.queries.js';

/** Times in seconds at which messages leave that were all reserved at once after an idle time. */
function slots(perSecond: number, count: number): number[] {
  const { every, ahead } = numberBucket(perSecond);
  return Array.from({ length: count }, (_, index) => Math.max(0, index * every - ahead));
}

test.each([1, 2, 3, 15, 20, 79, 80, 250, 1000])(
  'of %i a second no second has more, wherever it begins',
  (perSecond) => {
    const all = slots(perSecond, perSecond * 10);
    // sums of fractions are inexact: two slots a full second apart may seem to be a little closer
    const second = 1 - 1e-9;
    const most = Math.max(...all.map((from) => all.filter((at) => at >= from && at < from + second).length));
    expect(most).toBeLessThanOrEqual(perSecond);
  },
);

test.each([1, 15, 80, 1000])('of %i a second nine tenths are used', (perSecond) => {
  const all = slots(perSecond, perSecond * 10);
  expect(all.filter((at) => at < 10).length).toBeGreaterThanOrEqual(perSecond * 9);
});
