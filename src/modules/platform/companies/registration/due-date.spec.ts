import { addMonths, dueDateFrom, dueDateView, dueMomentOf, dueStateOf } from './due-date.js';

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

test.each([
  ['America/Sao_Paulo', '2026-11-29T02:59:59.999Z'],
  ['America/Rio_Branco', '2026-11-29T04:59:59.999Z'],
  ['Pacific/Auckland', '2026-11-28T10:59:59.999Z'],
])('in %s the day ends at %s, and is today until then', (timeZone, end) => {
  const due = dueDateFrom('2026-11-28', timeZone);
  expect(dueMomentOf(due, timeZone).toISOString()).toBe(end);
  const daysAt = (at: number) => dueDateView(due, timeZone, new Date(at)).dueInDays;
  expect(daysAt(Date.parse(end))).toBe(0);
  expect(daysAt(Date.parse(end) + 1)).toBe(-1);
  expect(daysAt(Date.parse(end) - 5 * 86_400_000)).toBe(5);
});

test.each([
  // the forms in which clients write a day
  ['2026-11-28', '2026-11-28'],
  ['2026-11-28T00:00:00.000Z', '2026-11-28'],
  ['2026-11-28T23:59:59.999Z', '2026-11-28'],
  // moments within the company's day
  ['2026-11-28T00:00:00-03:00', '2026-11-28'],
  ['2026-11-29T02:59:59.999Z', '2026-11-28'],
  ['2026-11-29T03:00:00.000Z', '2026-11-29'],
])('a company of São Paulo that is due at %s is due on %s', (text, day) => {
  expect(dueDateFrom(text, 'America/Sao_Paulo').toISOString()).toBe(`${day}T23:59:59.999Z`);
});

test.each([
  ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
  ['2026-11-30T23:59:59.999Z', 3, '2027-02-28T23:59:59.999Z'],
])('%s and %i months is %s', (date, months, expected) => {
  expect(addMonths(new Date(date), months).toISOString()).toBe(expected);
});
