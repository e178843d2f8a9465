import { formatDate, formatTime } from '../../../shared/format';

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Whole days between a moment and now, by the viewer's calendar. */
export function daysAgo(value: string, now = new Date()): number {
  return Math.round((startOfDay(now) - startOfDay(new Date(value))) / 86_400_000);
}

/** The time today, 'ontem', else the date: as a row has room for. */
export function shortWhen(value: string, translate: (key: string) => string): string {
  const days = daysAgo(value);
  if (days <= 0) return formatTime(value);
  return days === 1 ? translate('workspace.yesterday') : formatDate(value);
}
