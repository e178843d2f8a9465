interface WallClock {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Minutes since midnight. */
  readonly minute: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    // Swedish dates are in the format of ISO 8601
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format;
}

/** What the clock of a time zone shows at a moment. */
export function wallClockAt(timeZone: string, at: number): WallClock {
  const [day = '', time = ''] = formatOf(timeZone).format(at).split(' ');
  return { day, minute: minuteOf(time) };
}

/** Minutes since midnight. @param time HH:mm */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** How many milliseconds the clock of the zone is ahead of UTC. */
export function offsetAt(timeZone: string, at: number): number {
  const { day, minute } = wallClockAt(timeZone, at);
  return Date.parse(day) + minute * minuteMs - Math.floor(at / minuteMs) * minuteMs;
}

/** The clock of a time zone at a moment, as tables for spreadsheets take it: `2026-11-23 14:05:00`. */
export const clockText = (timeZone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(timeZone, at.getTime())).toISOString().slice(0, 19).replace('T', ' ');

/**
 * The last millisecond of a day (YYYY-MM-DD) by the clock of a time zone. It agrees with `startOfDay` of the next day
 * in SQL.
 *
 * @example `endOfDay('2026-03-31', 'America/Sao_Paulo')` is `2026-04-01T02:59:59.999Z`
 */
export function endOfDay(day: string, timeZone: string): Date {
  const end = Date.parse(day) + dayMs - 1;
  // clocks may be put forward or back during the following night
  const moments = [end - dayMs, end + dayMs].map((near) => end - offsetAt(timeZone, near));
  const [last = end] = moments.filter((moment) => wallClockAt(timeZone, moment).day === day).toSorted((a, b) => b - a);
  return new Date(last);
}

/** Whether the text is a date without a time. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * Reads a time of forms or programs. Without an offset it is of the zone's clock; a day alone is its start or end.
 *
 * @param text as `@DateTime` accepts it
 */
export function momentFrom(text: string, timeZone: string, ofDay: 'beginning' | 'end'): Date {
  if (isDay(text)) {
    if (ofDay === 'end') return endOfDay(text, timeZone);
    const dayBefore = new Date(Date.parse(text) - dayMs).toISOString().slice(0, 10);
    return new Date(endOfDay(dayBefore, timeZone).getTime() + 1);
  }
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text);
  const clock = Date.parse(`${text}Z`);
  return new Date(clock - offsetAt(timeZone, clock - offsetAt(timeZone, clock)));
}
