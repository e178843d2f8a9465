import { endOfDay, isDay, wallClockAt } from '../../../../core/calendar.js';

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
  /** Days of the company's calendar until the due day, 0 on it, negative once it has passed. */
  readonly dueInDays: number | null;
  readonly dueState: DueState | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A due date is stored as the last moment of its day in UTC and means that day in the company's time zone, which may change.
 * In SQL this is `dueMomentSql`.
 */
export const dueDayOf = (due: Date): string => due.toISOString().slice(0, 10);

/** Until when the company may work: the end of its due day. */
export const dueMomentOf = (due: Date, timeZone: string): Date => endOfDay(dueDayOf(due), timeZone);

/** Exactly 5 days ahead; from 4 days ahead to 3 overdue; exactly 4 overdue. */
export function dueStateOf(days: number): DueState | null {
  if (days === 5) return 'approaching';
  if (days === -4) return 'overdue';
  return days <= 4 && days >= -3 ? 'urgent' : null;
}

export function dueDateView(due: Date | null, timeZone: string, now: Date): DueDateView {
  if (!due) return { dueInDays: null, dueState: null };
  const today = wallClockAt(timeZone, now.getTime()).day;
  const dueInDays = (Date.parse(dueDayOf(due)) - Date.parse(today)) / dayMs;
  return { dueInDays, dueState: dueStateOf(dueInDays) };
}

/** The same day so many months later; the last day where the month has no such day. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/**
 * The due date to store. A day, and the first or last moment of one in UTC, by which clients write a day, mean that day; any
 * other time means the day that the company's calendar has then.
 */
export function dueDateFrom(text: string, timeZone: string): Date {
  const at = new Date(text);
  const isDayOfUtc = isDay(text) || /T(00:00:00\.000|23:59:59\.999)Z$/.test(at.toISOString());
  const day = isDayOfUtc ? dueDayOf(at) : wallClockAt(timeZone, at.getTime()).day;
  return new Date(`${day}T23:59:59.999Z`);
}
