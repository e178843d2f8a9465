import 'reflect-metadata';
import type { Actor } from '../context.js';

/** Every room name contains the company, so that a mistake cannot reach another company. */
export const rooms = {
  company: (companyId: number): string => `c${companyId}`,
  admins: (companyId: number): string => `c${companyId}:admins`,
  user: (companyId: number, userId: number): string => `c${companyId}:u${userId}`,
};

/** The rooms that every socket of this actor is in. */
export function ownRooms(actor: Actor): string[] {
  const own = [rooms.company(actor.companyId), rooms.user(actor.companyId, actor.userId)];
  return actor.profile === 'admin' ? [...own, rooms.admins(actor.companyId)] : own;
}

export const ROOM_JOIN = 'atende:room-join';

export interface RoomJoinMetadata {
  /** Clients send `join{name}` and `leave{name}`. */
  readonly name: string;
  /** How others see the users in the room; those `viewing` may also send `typing{name}` and `idle{name}`. */
  readonly shows?: 'viewing' | 'peeking';
}

/**
 * Marks the method that decides a join: it returns the rooms, or throws an AppError to refuse. It is called again
 * whenever the actor changes, so that a socket leaves rooms at once when its actor loses rights.
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
