import { formatDate, formatTime } from '../../shared/format';

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** In calendar days of this browser. */
export function daysAgo(value: string, now = new Date()): number {
  return Math.round((startOfDay(now) - startOfDay(new Date(value))) / 86_400_000);
}

/** The time if today, 'ontem', else the date. */
export function shortDateTime(value: string, translate: (key: string) => string): string {
  const days = daysAgo(value);
  if (days <= 0) return formatTime(value);
  return days === 1 ? translate('workspace.yesterday') : formatDate(value);
}

/** In the largest fitting unit. */
export function waitingTime(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

const MINUTE_MS = 60_000;
/** The composer shows the remaining time from here on. */
const CLOSING_MINUTES = 4 * 60;

export type WindowState = { kind: 'open' } | { kind: 'closing'; minutes: number } | { kind: 'closed' };

export function windowState(until: string | null, now: number): WindowState {
  if (until === null) return { kind: 'open' };
  const left = Date.parse(until) - now;
  if (left <= 0) return { kind: 'closed' };
  const minutes = Math.ceil(left / MINUTE_MS);
  return minutes <= CLOSING_MINUTES ? { kind: 'closing', minutes } : { kind: 'open' };
}

/** 3 h 05 min */
export function remaining(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}
