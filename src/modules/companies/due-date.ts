/** Periods by which a due date moves, in months. */
export const recurrences: Readonly<Record<string, number>> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/** How close a due date is (spec 002 §4); other days have no state. */
export type DueState = 'approaching' | 'urgent' | 'overdue';

export interface DueDateView {
  /** Days of the company's calendar until the due date, negative once it has passed. */
  readonly dueInDays: number | null;
  readonly dueState: DueState | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whole days of a time zone's calendar from one moment to another. */
export function calendarDaysBetween(from: Date, to: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  return Math.round((Date.parse(format.format(to)) - Date.parse(format.format(from))) / dayMs);
}

/** Exactly 5 days ahead; from 4 days ahead to 3 overdue; exactly 4 overdue. */
export function dueStateOf(days: number): DueState | null {
  if (days === 5) return 'approaching';
  if (days === -4) return 'overdue';
  return days <= 4 && days >= -3 ? 'urgent' : null;
}

export function dueDateView(due: Date | null, timeZone: string, now: Date): DueDateView {
  if (!due) return { dueInDays: null, dueState: null };
  const dueInDays = calendarDaysBetween(now, due, timeZone);
  return { dueInDays, dueState: dueStateOf(dueInDays) };
}

/** The same time so many months later, in UTC as due dates are entered; the last day where the month has no such day. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/** A day alone means until its end; in UTC, so that every American time zone reads the same day back. */
export function dueMoment(text: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
}
