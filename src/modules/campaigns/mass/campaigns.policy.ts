import type { Campaign } from './campaign.entity.js';

/** Whether each recipient is written to by the clock of their place, not by the company's. */
export const usesRecipientClocks = ({
  recipientHours,
  sendFrom,
  weekdays,
}: Pick<Campaign, 'recipientHours' | 'sendFrom' | 'weekdays'>): boolean =>
  recipientHours && (sendFrom !== null || weekdays !== null);

/** A start may be slightly in the past: clocks differ, forms have no seconds, and filling them in takes a while. */
const graceMs = 5 * 60_000;

/** Whether a start that a user enters has passed. */
export const isPast = (at: Date, now: Date): boolean => at.getTime() < now.getTime() - graceMs;

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** Whether two starts are the same for a form, which has no seconds. */
export const isSameStart = (a: Date | null, b: Date | null): boolean =>
  a === null || b === null ? a === b : minuteOf(a) === minuteOf(b);
