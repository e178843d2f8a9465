import { addMonths, calendarDaysBetween, dueStateOf } from './due-date.js';

test.each([
  [6, null],
  [5, 'approaching'],
  [4, 'urgent'],
  [0, 'urgent'],
  [-3, 'urgent'],
  [-4, 'overdue'],
  [-5, null],
])('a due date in %i days is %s', (days, state) => {
  expect(dueStateOf(days)).toBe(state);
});

test('days are those of the calendar of the time zone', () => {
  const due = new Date('2026-11-28T23:59:59.999Z');
  const lateEvening = new Date('2026-11-24T01:30:00Z');
  expect(calendarDaysBetween(lateEvening, due, 'America/Sao_Paulo')).toBe(5);
  expect(calendarDaysBetween(lateEvening, due, 'UTC')).toBe(4);
});

test.each([
  ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
  ['2026-11-30T23:59:59.999Z', 3, '2027-02-28T23:59:59.999Z'],
  ['2026-12-15T10:00:00.000Z', 12, '2027-12-15T10:00:00.000Z'],
])('%s and %i months is %s', (date, months, expected) => {
  expect(addMonths(new Date(date), months).toISOString()).toBe(expected);
});
