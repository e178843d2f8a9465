import 'reflect-metadata';
import type { Actor } from '../context.js';

/** Every room name contains the company, so that no mistake reaches another one. */
export const rooms = {
  company: (companyId: number): string => `c${companyId}`,
  admins: (companyId: number): string => `c${companyId}:admins`,
  user: (companyId: number, userId: number): string => `c${companyId}:u${userId}`,
};

/** The rooms of every socket of this actor. */
export function ownRooms(actor: Actor): string[] {
  const own = [rooms.company(actor.companyId), rooms.user(actor.companyId, actor.userId)];
  return actor.profile === 'admin' ? [...own, rooms.admins(actor.companyId)] : own;
}

export const ROOM_JOIN = 'atende:room-join';

export interface RoomJoinMetadata {
  /** Clients say `join{name}` and `leave{name}`. */
  readonly name: string;
  /** How the users in the room are shown to the others; `viewing` ones may also send `typing{name}` and `idle{name}`. */
  readonly shows?: 'viewing' | 'peeking';
}

/**
 * Marks the method that decides a join: it returns the rooms, or throws an AppError to reject it. Called again whenever
 * the actor changes, so that lost rights move the socket at once.
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
