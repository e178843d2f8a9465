import { describe, expect, it } from '@jest/globals';
import { spansOf } from './hours';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const figures = { sent: 4, delivered: 3, read: 2, replied: 1 };

describe('the hours of a campaign', () => {
  it('are complete and in order, named by the hour within a day', () => {
    const spans = spansOf([
      { hour: at(23, 12), ...figures },
      { hour: at(23, 9), ...figures },
    ]);
    expect(spans.map(({ name, sent }) => [name, sent])).toEqual([
      ['9h', 4],
      ['10h', 0],
      ['11h', 0],
      ['12h', 4],
    ]);
  });

  it('have their day beside them across midnight', () => {
    const spans = spansOf([
      { hour: at(23, 23), ...figures },
      { hour: at(24, 0), ...figures },
    ]);
    expect(spans.map(({ name }) => name)).toEqual(['23/11 23h', '24/11 0h']);
  });

  it('are added up to days where there are many', () => {
    const spans = spansOf([
      { hour: at(25, 9), ...figures },
      { hour: at(23, 10), ...figures },
      { hour: at(23, 9), ...figures },
    ]);
    expect(spans).toEqual([
      { name: '23/11/2026', sent: 8, delivered: 6, read: 4, replied: 2 },
      { name: '25/11/2026', sent: 4, delivered: 3, read: 2, replied: 1 },
    ]);
  });

  it('are none before anything was sent', () => {
    expect(spansOf([])).toEqual([]);
  });
});
