import type { Weekday } from '../../../platform/companies/working-hours/working-hours.dto.js';
import type { Campaign } from '../campaign.entity.js';
import type { SendingClock } from './claims.queries.js';

const days: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dayMs = 86_400_000;

type Hours = Pick<Campaign, 'sendFrom' | 'weekdays'>;

/** Milliseconds until one of the clocks is within the sending hours; 0: one is, or there is none. */
export function untilSendingMs(clocks: readonly SendingClock[], hours: Hours): number {
  if (clocks.length === 0 || clocks.some(({ inHours }) => inHours)) return 0;
  return Math.min(...clocks.map(({ localTime }) => untilNextMs(localTime, hours)));
}

function untilNextMs(localTime: string, { sendFrom, weekdays }: Hours): number {
  const now = Date.parse(`${localTime}Z`);
  const today = Date.parse(`${localTime.slice(0, 10)}T${sendFrom ?? '00:00'}:00Z`);
  const next = Array.from({ length: 8 }, (_, index) => today + index * dayMs).find(
    (at) => at > now && (weekdays === null || weekdays.includes(days[new Date(at).getUTCDay()] ?? 'sunday')),
  );
  return (next ?? now + dayMs) - now;
}
