import { expect, test } from '@jest/globals';
import { bestMessage } from './best-message';

const of = (message: number, sent: number, replied: number) => ({ message, sent, replied });

test('the message with the greatest share of replies, and how sure the difference is', () => {
  const found = bestMessage([of(1, 1000, 80), of(2, 1000, 120), of(3, 20, 20)]);
  expect(found).toMatchObject({ best: { message: 2 }, second: { message: 1 } });
  // z = 2.98
  expect(found?.confidence).toBeCloseTo(0.9971, 3);
});

test('little difference is said to be little', () => {
  expect(bestMessage([of(1, 100, 10), of(2, 100, 11)])?.confidence).toBeCloseTo(0.182, 2);
  expect(bestMessage([of(1, 100, 10), of(2, 100, 10)])?.confidence).toBeCloseTo(0, 5);
});

test.each([
  ['one message', [of(1, 100, 10)]],
  ['too few', [of(1, 29, 10), of(2, 100, 5)]],
  ['no replies', [of(1, 100, 0), of(2, 100, 0)]],
])('%s: nothing to compare', (_, messages) => {
  expect(bestMessage(messages)).toBeNull();
});
