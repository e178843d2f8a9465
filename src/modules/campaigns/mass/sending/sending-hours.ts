import type { Weekday } from '../../../platform/companies/working-hours/working-hours.dto.js';
import type { Campaign } from '../campaign.entity.js';

const days: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dayMs = 86_400_000;

/**
 * Milliseconds in the company's time zone until a campaign outside of its sending hours may send again.
 * @param localTime `YYYY-MM-DDTHH:mm:ss`
 */
export function untilSendingMs(
  localTime: string,
  { sendFrom, weekdays }: Pick<Campaign, 'sendFrom' | 'weekdays'>,
): number {
  const now = Date.parse(`${localTime}Z`);
  const today = Date.parse(`${localTime.slice(0, 10)}T${sendFrom ?? '00:00'}:00Z`);
  const next = Array.from({ length: 8 }, (_, index) => today + index * dayMs).find(
    (at) => at > now && (weekdays === null || weekdays.includes(days[new Date(at).getUTCDay()] ?? 'sunday')),
  );
  return (next ?? now + dayMs) - now;
}
