/** Whole weeks around a month, by the viewer's calendar. */
export function weeksOf(month: Date, weekStart: number): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const offset = (first.getDay() - weekStart + 7) % 7;
  const days = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  return Array.from({ length: Math.ceil((offset + days) / 7) }, (_, week) =>
    Array.from(
      { length: 7 },
      (_day, day) => new Date(month.getFullYear(), month.getMonth(), 1 - offset + week * 7 + day),
    ),
  );
}

/** YYYY-MM-DD by the viewer's clock. */
export function dayKey(at: Date | string): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const addDays = (day: Date, days: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
