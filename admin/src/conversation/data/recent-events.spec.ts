import { expect, it } from '@jest/globals';
import { RecentEvents } from './recent-events';

it('answers the events since the capture, in order', () => {
  const recent = new RecentEvents<string>();
  recent.add('before');
  const events = recent.capture();
  expect(events()).toEqual([]);
  recent.add('one');
  recent.add('two');
  expect([events(), recent.capture()()]).toEqual([['one', 'two'], []]);
});

it('keeps the last thousand', () => {
  const recent = new RecentEvents<number>();
  const events = recent.capture();
  for (let count = 0; count < 1300; count += 1) recent.add(count);
  expect([events().length, events()[0], events().at(-1)]).toEqual([1000, 300, 1299]);
});
