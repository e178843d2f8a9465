import type { OpeningDay, Weekday } from '../../../platform/companies/working-hours/working-hours.dto.js';
import { describeWeek, isOpen, nextOpening, type OpeningTimes } from './opening-times.js';

const weekdays: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const day = (weekdayEn: Weekday, startTime: string, endTime: string, startTimeB = '', endTimeB = ''): OpeningDay => ({
  weekdayEn,
  startTime,
  endTime,
  ...(startTimeB ? { startTimeB, endTimeB } : {}),
});
const everyDay = (...hours: [string, string, string?, string?]): OpeningDay[] =>
  weekdays.map((name) => day(name, ...hours));
const times = (week: OpeningDay[], timezone = 'America/Sao_Paulo', holidays: OpeningTimes['holidays'] = []) => ({
  week,
  timezone,
  holidays,
});
const officeWeek = [
  ...weekdays.slice(0, 5).map((name) => day(name, '08:00', '18:00')),
  day('saturday', '08:00', '12:00'),
  day('sunday', '00:00', '00:00'),
];
const next = (of: OpeningTimes, at: string): string | undefined => nextOpening(of, new Date(at))?.toISOString();

test('a shift begins with its first minute and ends before its last', () => {
  const office = times(officeWeek);
  // a Monday, three hours behind UTC
  for (const [at, open] of [
    ['2026-11-23T10:59:59.999Z', false],
    ['2026-11-23T11:00:00Z', true],
    ['2026-11-23T20:59:59.999Z', true],
    ['2026-11-23T21:00:00Z', false],
    ['2026-11-22T15:00:00Z', false],
  ] as const)
    expect([at, isOpen(office, new Date(at))]).toEqual([at, open]);
  expect(next(office, '2026-11-23T21:01:00Z')).toBe('2026-11-24T11:00:00.000Z');
  // the next opening after Saturday noon is on Monday
  expect(next(office, '2026-11-21T15:00:00Z')).toBe('2026-11-23T11:00:00.000Z');
});

test('two shifts, and one that goes on over midnight as the last minute of a day and the first of the next', () => {
  const split = times(everyDay('08:00', '12:00', '13:00', '18:00'));
  expect(isOpen(split, new Date('2026-11-23T15:30:00Z'))).toBe(false);
  expect(next(split, '2026-11-23T15:30:00Z')).toBe('2026-11-23T16:00:00.000Z');
  const night = times(everyDay('00:00', '02:00', '18:00', '23:59'));
  for (const at of ['2026-11-24T02:59:30Z', '2026-11-24T03:00:00Z', '2026-11-24T04:59:00Z'])
    expect([at, isOpen(night, new Date(at))]).toEqual([at, true]);
  expect(isOpen(night, new Date('2026-11-24T05:00:00Z'))).toBe(false);
  expect(isOpen(times(everyDay('00:00', '23:59')), new Date('2026-11-24T02:59:59Z'))).toBe(true);
});

test('a shift that ends before it begins goes on over midnight, also into a holiday or a closed day', () => {
  const bar = times([day('friday', '18:00', '02:00'), day('saturday', '11:00', '14:00', '18:00', '02:00')]);
  // Friday 2026-11-27; Sao Paulo is three hours behind
  for (const [at, open] of [
    ['2026-11-27T20:59:00Z', false],
    ['2026-11-27T21:00:00Z', true],
    ['2026-11-28T02:59:00Z', true],
    ['2026-11-28T04:59:59Z', true],
    ['2026-11-28T05:00:00Z', false],
    ['2026-11-28T14:00:00Z', true],
    ['2026-11-28T17:00:00Z', false],
    ['2026-11-29T04:59:00Z', true],
    ['2026-11-29T05:00:00Z', false],
    ['2026-11-30T04:00:00Z', false],
  ] as const)
    expect([at, isOpen(bar, new Date(at))]).toEqual([at, open]);
  expect(next(bar, '2026-11-28T05:00:00Z')).toBe('2026-11-28T14:00:00.000Z');
  expect(next(bar, '2026-11-29T05:00:00Z')).toBe('2026-12-04T21:00:00.000Z');
  const holiday = times(bar.week, 'America/Sao_Paulo', [{ date: '2026-11-28', yearly: false }]);
  expect(isOpen(holiday, new Date('2026-11-28T04:00:00Z'))).toBe(true);
  expect(isOpen(holiday, new Date('2026-11-29T04:00:00Z'))).toBe(false);
  expect(describeWeek(bar.week)).toBe('sexta das 18:00 às 02:00; sábado das 11:00 às 14:00 e das 18:00 às 02:00');
});

test('holidays close a day, once or every year', () => {
  const christmas = { date: '2024-12-25', yearly: true };
  const bridge = { date: '2026-12-24', yearly: false };
  const open = times(everyDay('08:00', '18:00'), 'America/Sao_Paulo', [christmas, bridge]);
  expect(isOpen(open, new Date('2026-12-25T15:00:00Z'))).toBe(false);
  expect(isOpen(open, new Date('2027-12-24T15:00:00Z'))).toBe(true);
  expect(next(open, '2026-12-23T22:00:00Z')).toBe('2026-12-26T11:00:00.000Z');
});

test('clocks that are changed: an hour that does not exist, one that exists twice, a midnight that does not exist', () => {
  const lisbon = times(everyDay('01:15', '01:45'), 'Europe/Lisbon');
  // on 29 March 2026 01:00 is followed by 02:00
  expect(next(lisbon, '2026-03-29T00:00:00Z')).toBe('2026-03-30T00:15:00.000Z');
  // on 25 October 2026 the hour from 01:00 to 02:00 occurs twice
  expect(next(lisbon, '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:15:00.000Z');
  expect(next(lisbon, '2026-10-25T00:50:00Z')).toBe('2026-10-25T01:15:00.000Z');
  // a shift that begins in the skipped hour opens at the end of that hour
  expect(next(times(everyDay('01:30', '03:00'), 'Europe/Lisbon'), '2026-03-29T00:00:00Z')).toBe(
    '2026-03-29T01:00:00.000Z',
  );
  // Brazil's last daylight saving time began at midnight
  expect(next(times(everyDay('00:00', '08:00')), '2018-11-03T15:00:00Z')).toBe('2018-11-04T03:00:00.000Z');
});

test('a week without hours never opens', () => {
  expect(nextOpening(times(everyDay('00:00', '00:00')), new Date())).toBeNull();
});

/** An independent check: goes minute by minute and uses another formatter. */
function recount({ week, timezone, holidays }: OpeningTimes, at: number): boolean {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'long',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const monthAndDay = `${part['month']}-${part['day']}`;
  const date = `${part['year']}-${monthAndDay}`;
  if (holidays.some((holiday) => holiday.date === date || (holiday.yearly && holiday.date.endsWith(monthAndDay))))
    return false;
  const clock = `${part['hour']}:${part['minute']}`;
  const hours = week.find(({ weekdayEn }) => weekdayEn === part['weekday']?.toLowerCase());
  const within = (from = '', to = '') => from < to && clock >= from && (clock < to || to === '23:59');
  return hours !== undefined && (within(hours.startTime, hours.endTime) || within(hours.startTimeB, hours.endTimeB));
}

test('status and next opening are those of a count minute by minute, in zones whose clocks change', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const cases = [
    ['America/Sao_Paulo', '2026-11-23T00:00:00Z'],
    ['America/Sao_Paulo', '2018-11-03T12:00:00Z'],
    ['America/Sao_Paulo', '2019-02-16T12:00:00Z'],
    ['Europe/Lisbon', '2026-03-28T12:00:00Z'],
    ['Europe/Lisbon', '2026-10-24T12:00:00Z'],
    ['America/New_York', '2026-03-07T20:00:00Z'],
    ['America/New_York', '2026-10-31T20:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T03:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T03:00:00Z'],
    ['Asia/Kathmandu', '2026-12-30T00:00:00Z'],
    ['Pacific/Apia', '2011-12-29T00:00:00Z'],
  ] as const;
  for (const [timezone, from] of cases) {
    for (let round = 0; round < 3; round++) {
      const week = weekdays.map((name) => {
        const [a = 0, b = 0, c = 0, d = 0] = Array.from({ length: 4 }, () => random(1440)).toSorted((x, y) => x - y);
        return random(3) === 0 ? day(name, clock(a), clock(b)) : day(name, clock(a), clock(b), clock(c), clock(d));
      });
      const start = Date.parse(from);
      const holiday = new Date(start + 36 * 3_600_000).toISOString().slice(0, 10);
      const of = times(week, timezone, random(2) === 0 ? [{ date: holiday, yearly: random(2) === 0 }] : []);
      const minutes = 3 * 1440;
      const counted = Array.from({ length: minutes }, (_, minute) => recount(of, start + minute * 60_000));
      for (let tries = 0; tries < 150; tries++) {
        const minute = random(minutes);
        const at = new Date(start + minute * 60_000);
        expect([timezone, at, isOpen(of, at)]).toEqual([timezone, at, counted[minute]]);
        if (counted[minute]) continue;
        const opening = counted.indexOf(true, minute);
        if (opening >= 0)
          expect([timezone, at, nextOpening(of, at)]).toEqual([timezone, at, new Date(start + opening * 60_000)]);
      }
    }
  }
});

test('the hours in words', () => {
  expect(describeWeek(officeWeek)).toBe('segunda a sexta das 08:00 às 18:00; sábado das 08:00 às 12:00');
  expect(describeWeek(everyDay('08:00', '12:00', '13:00', '18:00'))).toBe(
    'todos os dias das 08:00 às 12:00 e das 13:00 às 18:00',
  );
  expect(
    describeWeek(
      [day('monday', '08:00', '09:00'), day('tuesday', '08:00', '09:00')].concat(everyDay('00:00', '00:00').slice(2)),
    ),
  ).toBe('segunda e terça das 08:00 às 09:00');
  expect(describeWeek(everyDay('00:00', '00:00'))).toBe('sem horário de atendimento');
});
