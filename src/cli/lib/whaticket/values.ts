import type { OpeningDay, Weekday } from '../../../modules/platform/companies/working-hours/working-hours.dto.js';
import { weekdays } from '../../../modules/platform/companies/working-hours/working-hours.dto.js';

/* What drivers give for a column, whose type differs between versions: a boolean is also 0 and 1, or a text. */

/** Trimmed and cut; `''` for null. PostgreSQL refuses zero bytes. */
export function text(value: unknown, max = Number.POSITIVE_INFINITY): string {
  if (value === null || value === undefined) return '';
  const whole = String(value).replaceAll('\0', '');
  return max === Number.POSITIVE_INFINITY ? whole : cut(whole.trim(), max);
}

/** To so many UTF-16 units, without half a character at the end. */
const cut = (value: string, max: number): string =>
  value.length <= max ? value : value.slice(0, max).replace(/[\ud800-\udbff]$/, '');

export const textOrNull = (value: unknown, max?: number): string | null => text(value, max) || null;

export function flag(value: unknown, otherwise = false): boolean {
  if (value === null || value === undefined || value === '') return otherwise;
  if (Buffer.isBuffer(value)) return value[0] === 1;
  return [true, 1, '1', 'true', 't', 'enabled', 'enable', 'active'].includes(value as string);
}

export function integer(value: unknown, otherwise = 0, max = 2_000_000_000): number {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Math.trunc(Number(value));
  return Number.isFinite(number) && Math.abs(number) <= max ? number : otherwise;
}

/** ISO; null for none and for days that no calendar has. */
export function moment(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const date = value instanceof Date ? value : new Date(String(value));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

export function json(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Hours of all seven days; null where they are not said for each. */
export function openingDays(value: unknown): readonly OpeningDay[] | null {
  const given = json(value);
  if (!Array.isArray(given)) return null;
  const days = (Object.keys(weekdays) as Weekday[]).map((weekdayEn) => {
    const day = given.find((each) => text(each?.weekdayEn).toLowerCase() === weekdayEn) ?? {};
    const of = (...names: string[]): string =>
      names.map((name) => text(day[name])).find((each) => time.test(each)) ?? '';
    const [startTime, endTime] = [of('startTimeA', 'startTime'), of('endTimeA', 'endTime')];
    const [startTimeB, endTimeB] = [of('startTimeB'), of('endTimeB')];
    const second = startTimeB && endTimeB && startTimeB > endTime ? { startTimeB, endTimeB } : {};
    return startTime && endTime ? { weekdayEn, startTime, endTime, ...second } : undefined;
  });
  return days.every((day) => day !== undefined) ? days : null;
}
