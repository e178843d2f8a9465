import { endOfDay, momentFrom } from './calendar.js';

test.each([
  ['2026-03-31', 'America/Sao_Paulo', '2026-04-01T02:59:59.999Z'],
  ['2026-03-31', 'America/Rio_Branco', '2026-04-01T04:59:59.999Z'],
  ['2026-03-31', 'Pacific/Auckland', '2026-03-31T10:59:59.999Z'],
  // clocks are put forward or back during the day
  ['2026-09-27', 'Pacific/Auckland', '2026-09-27T10:59:59.999Z'],
  ['2026-04-05', 'Pacific/Auckland', '2026-04-05T11:59:59.999Z'],
  // clocks change at the end of the day: the next day began at 01:00, or the last hour of the day came twice
  ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T02:59:59.999Z'],
  ['2018-02-17', 'America/Sao_Paulo', '2018-02-18T02:59:59.999Z'],
])('%s ends in %s at %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone).toISOString()).toBe(end);
});

test.each([
  ['2026-03-31', 'beginning', '2026-03-31T03:00:00.000Z'],
  ['2026-03-31', 'end', '2026-04-01T02:59:59.999Z'],
  ['2026-03-31T18:00', 'end', '2026-03-31T21:00:00.000Z'],
  ['2026-03-31T18:00:00Z', 'end', '2026-03-31T18:00:00.000Z'],
] as const)('%s is as its %s in São Paulo %s', (text, ofDay, moment) => {
  expect(momentFrom(text, 'America/Sao_Paulo', ofDay).toISOString()).toBe(moment);
});
