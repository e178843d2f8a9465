import type { Socket } from 'socket.io';
import type { Actor } from '../context.js';

interface SocketData {
  actor: Actor;
  /** Connected with an expired token: it is notified and disconnected, and is in no room. */
  expired?: true;
  /** Joins of the client, decided again when the actor changes. */
  subscriptions: Map<string, RoomSubscription>;
  /** The last change of its rooms; the next one runs after it. */
  pendingRoomChange: Promise<void>;
}

export interface RoomSubscription {
  readonly name: string;
  readonly argument: unknown;
  rooms: string[];
  /** Components of a page that joined; the subscription ends when as many have left. */
  count: number;
}

/** An authenticated socket. */
export type AppSocket = Socket<
  Record<string, (...args: unknown[]) => void>,
  Record<string, (...args: unknown[]) => void>,
  object,
  SocketData
>;
