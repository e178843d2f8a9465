import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Actor } from '../../../core/context.js';
import { rooms } from '../../../core/realtime/rooms.js';
import { audience as ticketAudience } from '../tickets/tickets.policy.js';
import type { Schedule } from './schedule.entity.js';
import type { ScheduleVisibility } from './schedules.events.js';

type Viewer = Pick<Actor, 'userId' | 'profile' | 'queueIds' | 'allTicket'>;

/** Managers see and change all schedules; supervisors their own and their departments', attendants their own. */
export function visibleTo({ userId, profile, queueIds, allTicket }: Viewer): FilterQuery<Schedule> {
  if (profile === 'admin') return {};
  if (profile === 'user') return { userId };
  return { $or: [{ userId }, { queueId: { $in: queueIds } }, ...(allTicket ? [{ queueId: null }] : [])] };
}

/** Rooms of the users who see it; the counterpart of {@link visibleTo} for sockets. */
export function audience(companyId: number, { userId, queueId }: ScheduleVisibility): string[] {
  const overseers = ticketAudience(companyId, { status: 'closed', userId: null, queueId });
  return userId === null ? overseers : [...overseers, rooms.user(companyId, userId)];
}
