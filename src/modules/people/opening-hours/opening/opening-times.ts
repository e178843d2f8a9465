import { minuteOf, offsetAt, wallClockAt } from '../../../../core/calendar.js';
import type { OpeningDay, Weekday } from '../../../platform/companies/working-hours/working-hours.dto.js';

export interface OpeningTimes {
  /** The IANA name of the time zone. */
  readonly timezone: string;
  readonly week: readonly OpeningDay[];
  /** Days as YYYY-MM-DD. */
  readonly holidays: readonly { readonly date: string; readonly yearly: boolean }[];
}

/** Minutes since the midnight with which its day begins; the end is exclusive and may be on the next day. */
type Shift = readonly [start: number, end: number];

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** How many days ahead the next opening is searched. */
const maxDaysAhead = 60;
const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const dayMinutes = 1440;

/** A shift that ends before it begins goes on over midnight; forms with the mask ##:## write 23:59 for midnight. */
const shiftOf = (start: string, end: string): Shift => {
  const until = end === '23:59' ? dayMinutes : minuteOf(end);
  return [minuteOf(start), end < start ? until + dayMinutes : until];
};

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

function shiftsOf({ week, holidays }: OpeningTimes, day: string): Shift[] {
  if (holidays.some(({ date, yearly }) => (yearly ? date.slice(5) === day.slice(5) : date === day))) return [];
  const weekday = weekdays[new Date(day).getUTCDay()];
  return week
    .filter(({ weekdayEn }) => weekdayEn === weekday)
    .flatMap(({ startTime, endTime, startTimeB, endTimeB }): Shift[] => [
      ...(startTime === endTime ? [] : [shiftOf(startTime, endTime)]),
      ...(startTimeB && endTimeB ? [shiftOf(startTimeB, endTimeB)] : []),
    ]);
}

/**
 * Compares the local clock with the shifts: an hour that daylight saving time repeats is open twice, and one that it
 * skips is not open.
 */
export function isOpen(times: OpeningTimes, at: Date): boolean {
  const { day, minute } = wallClockAt(times.timezone, at.getTime());
  const isWithin = (ofDay: string, now: number): boolean =>
    shiftsOf(times, ofDay).some(([start, end]) => now >= start && now < end);
  return isWithin(day, minute) || isWithin(addDays(day, -1), minute + dayMinutes);
}

/** The first open moment after `at`; null if there is none within 60 days. */
export function nextOpening(times: OpeningTimes, at: Date): Date | null {
  const today = wallClockAt(times.timezone, at.getTime()).day;
  for (let ahead = 0; ahead <= maxDaysAhead; ahead++) {
    const opening = openingsOn(times, addDays(today, ahead)).find(
      (moment) => moment > at.getTime() && isOpen(times, new Date(moment)),
    );
    if (opening !== undefined) return new Date(opening);
  }
  return null;
}

/** The moments at which a day may open, in order: a shift begins, or a clock change moves the time into one. */
function openingsOn(times: OpeningTimes, day: string): number[] {
  const shifts = shiftsOf(times, day);
  if (shifts.length === 0) return [];
  const { timezone } = times;
  const midnight = Date.parse(day);
  const before = offsetAt(timezone, midnight - dayMs);
  const after = offsetAt(timezone, midnight + 2 * dayMs);
  const starts = shifts.flatMap(([start]) =>
    [...new Set([before, after])].map((offset) => ({ start, moment: midnight + start * minuteMs - offset })),
  );
  const changes = before === after ? [] : [offsetChange(timezone, midnight - dayMs, midnight + 2 * dayMs, before)];
  return [
    ...starts.flatMap(({ start, moment }) => (wallClockAt(timezone, moment).minute === start ? moment : [])),
    ...changes,
  ]
    .filter((moment) => wallClockAt(timezone, moment).day === day)
    .toSorted((a, b) => a - b);
}

/** The first minute between the two whose UTC offset differs from that at `from`. */
function offsetChange(timezone: string, from: number, until: number, offset: number): number {
  let [low, high] = [from, until];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (offsetAt(timezone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

const names: Readonly<Record<Weekday, string>> = {
  monday: 'segunda',
  tuesday: 'terça',
  wednesday: 'quarta',
  thursday: 'quinta',
  friday: 'sexta',
  saturday: 'sábado',
  sunday: 'domingo',
};

/** Returns Portuguese. @example segunda a sexta das 08:00 às 12:00 e das 13:00 às 18:00; sábado das 08:00 às 12:00 */
export function describeWeek(week: readonly OpeningDay[]): string {
  const days = week.map((day) => ({ day, hours: hoursOf(day) }));
  if (days.every(({ hours }) => hours === '')) return 'sem horário de atendimento';
  if (days.every(({ hours }) => hours === days[0]?.hours)) return `todos os dias ${days[0]?.hours}`;
  const runs: { first: Weekday; last: Weekday; length: number; hours: string }[] = [];
  for (const { day, hours } of days) {
    const run = runs.at(-1);
    if (run?.hours === hours) Object.assign(run, { last: day.weekdayEn, length: run.length + 1 });
    else runs.push({ first: day.weekdayEn, last: day.weekdayEn, length: 1, hours });
  }
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, length, hours }) => {
      if (length === 1) return `${names[first]} ${hours}`;
      return `${names[first]} ${length === 2 ? 'e' : 'a'} ${names[last]} ${hours}`;
    })
    .join('; ');
}

const hoursOf = ({ startTime, endTime, startTimeB, endTimeB }: OpeningDay): string =>
  [
    ...(startTime === endTime ? [] : [`das ${startTime} às ${endTime}`]),
    ...(startTimeB && endTimeB ? [`das ${startTimeB} às ${endTimeB}`] : []),
  ].join(' e ');
