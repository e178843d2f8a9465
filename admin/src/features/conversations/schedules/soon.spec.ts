import { soonTimes } from './soon';

const offered = (now: Date) => soonTimes(now).map(({ name, at }) => [name, at.toString().slice(0, 21)]);

test('on a Thursday before 17h all four', () => {
  expect(offered(new Date(2026, 11, 3, 16, 30))).toEqual([
    ['hour', 'Thu Dec 03 2026 17:30'],
    ['today', 'Thu Dec 03 2026 17:00'],
    ['tomorrow', 'Fri Dec 04 2026 09:00'],
    ['monday', 'Mon Dec 07 2026 09:00'],
  ]);
});

test('what is over is left out; on a Sunday tomorrow is Monday, on a Monday it is the next one', () => {
  expect(offered(new Date(2026, 11, 6, 17, 0))).toEqual([
    ['hour', 'Sun Dec 06 2026 18:00'],
    ['tomorrow', 'Mon Dec 07 2026 09:00'],
  ]);
  expect(offered(new Date(2026, 11, 7, 8, 0)).at(-1)).toEqual(['monday', 'Mon Dec 14 2026 09:00']);
});
