import { type RawBuilder, sql } from 'kysely';
import { definePermission } from '../../../core/access/permissions.js';
import type { Actor } from '../../../core/context.js';
import type { Condition } from '../../../core/database/statements.js';
import { rooms } from '../../../core/realtime/rooms.js';
import type { TicketStatus } from './ticket.entity.js';
import type { TicketAssignment } from './tickets.events.js';

definePermission('tickets-manager:showall', 'admin');
definePermission('ticket-options:deleteTicket', 'admin');
definePermission('tickets-manager:export', 'supervisor');

type Viewer = Pick<Actor, 'userId' | 'profile' | 'queueIds' | 'allTicket'>;

/**
 * Tickets that an actor may see (behaviour.md §4): admins all of the company; supervisors all of their queues; users
 * those of their queues that are pending or their own. Tickets without a queue require allTicket. Lists, reads,
 * counters, search and, as rooms, sockets use this rule; a test compares {@link sees} and {@link audience} with it.
 */
export function visibleTo(actor: Viewer): Condition {
  if (actor.profile === 'admin') return sql`true`;
  const inOwnQueue = ofQueues(actor, sql`t.queue_id`);
  if (actor.profile === 'supervisor') return inOwnQueue;
  return sql`${inOwnQueue} and (t.status = 'pending' or t.user_id = ${actor.userId})`;
}

/** Whether the actor has the queue, whoever attends its tickets. */
export function ofQueues(actor: Viewer, queue: RawBuilder<unknown>): Condition {
  if (actor.profile === 'admin') return sql`true`;
  const own: Condition = sql`${queue} = any(${actor.queueIds}::bigint[])`;
  return actor.allTicket ? sql`(${own} or ${queue} is null)` : own;
}

/** Whether the ticket is in a queue of the actor, whoever attends it. */
export function inQueues(actor: Viewer, { queueId }: Pick<TicketAssignment, 'queueId'>): boolean {
  if (actor.profile === 'admin') return true;
  return queueId === null ? actor.allTicket : actor.queueIds.includes(queueId);
}

/** {@link visibleTo} for one ticket, without a statement. */
export function sees(actor: Viewer, assignment: TicketAssignment): boolean {
  if (!inQueues(actor, assignment)) return false;
  return actor.profile !== 'user' || assignment.status === 'pending' || assignment.userId === actor.userId;
}

/** Whether the actor attends the ticket. Only then a read receipt is sent, as it says that this person has read. */
export const attends = (actor: Viewer, { status, userId }: TicketAssignment): boolean =>
  status !== 'pending' && userId === actor.userId;

const supervisors = (companyId: number, queueId: number | null): string =>
  `c${companyId}:q${queueId ?? 'none'}:supervisors`;
const waiting = (companyId: number, queueId: number | null): string => `c${companyId}:q${queueId ?? 'none'}:waiting`;
const own = (companyId: number, queueId: number | null, userId: number): string =>
  `c${companyId}:q${queueId ?? 'none'}:u${userId}`;

/** Rooms of all users who see the ticket; the counterpart of {@link visibleTo} for sockets. */
export function audience(companyId: number, { status, userId, queueId }: TicketAssignment): string[] {
  return [
    rooms.admins(companyId),
    supervisors(companyId, queueId),
    ...(status === 'pending' ? [waiting(companyId, queueId)] : []),
    ...(userId === null ? [] : [own(companyId, queueId, userId)]),
  ];
}

/** Rooms of those sockets in `rooms` that joined the list of this status (`joinTickets`). */
export const statusListRooms = (rooms: readonly string[], status: TicketStatus): string[] =>
  rooms.map((room) => `${room}:${status}`);

/** Rooms of the tickets that the actor sees. */
export function roomsOfActor(actor: Actor): string[] {
  const { companyId, userId, profile } = actor;
  if (profile === 'admin') return [rooms.admins(companyId)];
  const queues: (number | null)[] = [...actor.queueIds, ...(actor.allTicket ? [null] : [])];
  return queues.flatMap((queueId) =>
    profile === 'supervisor'
      ? [supervisors(companyId, queueId)]
      : [waiting(companyId, queueId), own(companyId, queueId, userId)],
  );
}

/** Room of the sockets that have the ticket open. */
export const conversationRoom = (companyId: number, ticketId: number): string => `c${companyId}:t${ticketId}`;

/** The ticket of a {@link conversationRoom}; undefined for other rooms. */
export function ticketIdOfRoom(companyId: number, room: string): number | undefined {
  const prefix = conversationRoom(companyId, 0).slice(0, -1);
  const id = room.startsWith(prefix) ? Number(room.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
