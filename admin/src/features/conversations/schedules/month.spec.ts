import { addDays, dayKey, weeksOf } from './month';

test('a month is shown in whole weeks', () => {
  const keys = (weeks: Date[][]) => weeks.map((week) => [dayKey(week[0] ?? ''), dayKey(week[6] ?? '')]);
  expect(keys(weeksOf(new Date(2026, 1, 10), 0))).toEqual([
    ['2026-02-01', '2026-02-07'],
    ['2026-02-08', '2026-02-14'],
    ['2026-02-15', '2026-02-21'],
    ['2026-02-22', '2026-02-28'],
  ]);
  const monday = keys(weeksOf(new Date(2026, 10, 1), 1));
  expect([monday[0], monday.at(-1)]).toEqual([
    ['2026-10-26', '2026-11-01'],
    ['2026-11-30', '2026-12-06'],
  ]);
});

test('days are counted by the calendar', () => {
  expect(dayKey(addDays(new Date(2026, 11, 31), 1))).toBe('2027-01-01');
});
