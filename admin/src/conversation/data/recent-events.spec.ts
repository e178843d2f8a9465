import { expect, it } from '@jest/globals';
import { RecentEvents } from './recent-events';

it('tells what came since, in its order, and nothing from before', () => {
  const heard = new RecentEvents<string>();
  heard.add('before');
  const news = heard.capture();
  expect(news()).toEqual([]);
  heard.add('one');
  heard.add('two');
  expect([news(), heard.capture()()]).toEqual([['one', 'two'], []]);
});

it('keeps the last thousand', () => {
  const heard = new RecentEvents<number>();
  const news = heard.capture();
  for (let count = 0; count < 1300; count += 1) heard.add(count);
  expect([news().length, news()[0], news().at(-1)]).toEqual([1000, 300, 1299]);
});
