import 'reflect-metadata';
import type { Actor } from '../context.js';

/** Room names always carry the company, so that no mistake can cross it. */
export const rooms = {
  company: (companyId: number): string => `c${companyId}`,
  admins: (companyId: number): string => `c${companyId}:admins`,
  user: (companyId: number, userId: number): string => `c${companyId}:u${userId}`,
};

/** Rooms that every socket of this actor is in. */
export function ownRooms(actor: Actor): string[] {
  const own = [rooms.company(actor.companyId), rooms.user(actor.companyId, actor.userId)];
  return actor.profile === 'admin' ? [...own, rooms.admins(actor.companyId)] : own;
}

export const ROOM_JOIN = 'atende:room-join';

export interface RoomJoinMetadata {
  /** Clients say `join{name}` and `leave{name}` (behaviour.md §3). */
  readonly name: string;
  /** Whoever is there is shown to the others: as at work, who may also say `typing{name}` and `idle{name}`, or as peeking. */
  readonly shows?: 'viewing' | 'peeking';
}

/**
 * Marks the method that decides a join: it answers the rooms, or throws an AppError to refuse. Called again whenever the
 * actor changes, so that a demotion or a lost department moves the socket at once.
 */
export function RoomJoin(name: string, options: Pick<RoomJoinMetadata, 'shows'> = {}) {
  return <M extends (actor: Actor, argument: unknown) => Promise<string[]>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    if (descriptor.value)
      Reflect.defineMetadata(ROOM_JOIN, { name, ...options } satisfies RoomJoinMetadata, descriptor.value);
  };
}
