/** Clocks differ, forms have no seconds, and people take a while to fill them in. */
const graceMs = 5 * 60_000;

/** Whether a start that somebody enters has passed. */
export const isPast = (at: Date, now: Date): boolean => at.getTime() < now.getTime() - graceMs;

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** Whether a form posts the start that a campaign has: forms have no seconds. */
export const isSameStart = (a: Date | null, b: Date | null): boolean =>
  a === null || b === null ? a === b : minuteOf(a) === minuteOf(b);
