import type { Socket } from 'socket.io';
import type { Actor } from '../context.js';

interface SocketData {
  actor: Actor;
  /** Came with an expired token: it is told so and disconnected, and is in no room. */
  expired?: true;
  /** What the client asked to join, to be decided again when the actor changes. */
  subscriptions: Map<string, RoomSubscription>;
  /** The last change of its rooms; the next one waits for it. */
  pendingRoomChange: Promise<void>;
}

export interface RoomSubscription {
  readonly name: string;
  readonly argument: unknown;
  rooms: string[];
  /** Parts of a page that asked for it; it lasts until as many have left. */
  count: number;
}

/** A socket that is signed in. */
export type AppSocket = Socket<
  Record<string, (...args: unknown[]) => void>,
  Record<string, (...args: unknown[]) => void>,
  object,
  SocketData
>;
