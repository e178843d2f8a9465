import { endOfDay, isDay, wallClockAt } from '../../../../core/calendar.js';

/** The recurrences and the months by which each moves a due date. */
export const recurrences: Readonly<Record<string, number>> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/** How close a due date is (spec 002 §4); null on all other days. */
export type DueState = 'approaching' | 'urgent' | 'overdue';

export interface DueDateView {
  /** Days until the due day in the company's calendar: 0 on that day, negative after it. */
  readonly dueInDays: number | null;
  readonly dueState: DueState | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A due date is stored as the last moment of its day in UTC but means that day in the company's time zone, which may
 * change. The SQL counterpart is `dueMomentSql`.
 */
export const dueDayOf = (due: Date): string => due.toISOString().slice(0, 10);

/** The end of the due day, until which the company may work. */
export const dueMomentOf = (due: Date, timeZone: string): Date => endOfDay(dueDayOf(due), timeZone);

/** 5 days ahead; 4 days ahead to 3 overdue; 4 overdue. */
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

/** The same day some months later, or the last day of a month that has no such day. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/**
 * The due date to store. A plain day, or the first or last moment of a day in UTC (as clients write), means that day.
 * Any other time means the day of the company's calendar at that time.
 */
export function dueDateFrom(text: string, timeZone: string): Date {
  const at = new Date(text);
  const isDayOfUtc = isDay(text) || /T(00:00:00\.000|23:59:59\.999)Z$/.test(at.toISOString());
  const day = isDayOfUtc ? dueDayOf(at) : wallClockAt(timeZone, at.getTime()).day;
  return new Date(`${day}T23:59:59.999Z`);
}
