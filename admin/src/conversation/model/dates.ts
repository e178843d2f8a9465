import { formatDate, formatTime } from '../../shared/format';

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Counts calendar days in the browser's time zone. */
export function daysAgo(value: string, now = new Date()): number {
  return Math.round((startOfDay(now) - startOfDay(new Date(value))) / 86_400_000);
}

/** The time for today, 'ontem' for yesterday, otherwise the date. */
export function shortDateTime(value: string, translate: (key: string) => string): string {
  const days = daysAgo(value);
  if (days <= 0) return formatTime(value);
  return days === 1 ? translate('workspace.yesterday') : formatDate(value);
}

/** The time since then in the largest fitting unit. */
export function waitingTime(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
