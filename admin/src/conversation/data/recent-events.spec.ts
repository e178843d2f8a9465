import { expect, it } from '@jest/globals';
import { RecentEvents } from './recent-events';

it('answers the events since the capture, in order', () => {
  const heard = new RecentEvents<string>();
  heard.add('before');
  const events = heard.capture();
  expect(events()).toEqual([]);
  heard.add('one');
  heard.add('two');
  expect([events(), heard.capture()()]).toEqual([['one', 'two'], []]);
});

it('keeps the last thousand', () => {
  const heard = new RecentEvents<number>();
  const events = heard.capture();
  for (let count = 0; count < 1300; count += 1) heard.add(count);
  expect([events().length, events()[0], events().at(-1)]).toEqual([1000, 300, 1299]);
});
