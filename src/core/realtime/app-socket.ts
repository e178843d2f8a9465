import type { Socket } from 'socket.io';
import type { Actor } from '../context.js';

interface SocketData {
  actor: Actor;
  /** The socket connected with an expired token: it is only notified and disconnected, and joins no room. */
  expired?: true;
  /** What the client joined; each join is decided again when the actor changes. */
  subscriptions: Map<string, RoomSubscription>;
  /** The last change of the socket's rooms; the next change waits for it. */
  pendingRoomChange: Promise<void>;
}

export interface RoomSubscription {
  readonly name: string;
  readonly argument: unknown;
  rooms: string[];
  /** How many components of a page have joined; the subscription ends when as many have left. */
  count: number;
}

/** An authenticated socket. */
export type AppSocket = Socket<
  Record<string, (...args: unknown[]) => void>,
  Record<string, (...args: unknown[]) => void>,
  object,
  SocketData
>;
