import { expect, it } from '@jest/globals';
import { Heard } from './heard';

it('tells what came since, in its order, and nothing from before', () => {
  const heard = new Heard<string>();
  heard.add('before');
  const news = heard.listen();
  expect(news()).toEqual([]);
  heard.add('one');
  heard.add('two');
  expect([news(), heard.listen()()]).toEqual([['one', 'two'], []]);
});

it('keeps the last thousand', () => {
  const heard = new Heard<number>();
  const news = heard.listen();
  for (let count = 0; count < 1300; count += 1) heard.add(count);
  expect([news().length, news()[0], news().at(-1)]).toEqual([1000, 300, 1299]);
});
