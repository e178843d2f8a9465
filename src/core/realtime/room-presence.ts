import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { AppSocket } from './app-socket.js';
import { Bus } from './bus.js';
import { PresenceRegistry, type SerializedViewer, type Viewer, type ViewerChange } from './presence-registry.js';

/** A message between processes. */
interface SerializedRooms {
  readonly rooms: readonly (readonly [companyId: number, room: string, people: readonly SerializedViewer[]])[];
}

type Listener = (companyId: number, room: string, change: ViewerChange) => void;

/** How often the timeouts of typing and of processes are checked. */
const timeoutCheckMs = 1_000;
const resendIntervalMs = 10_000;
const roomsPerMessage = 200;

/**
 * Knows who has a room open and who types in it, over all processes. Each process sends changes at once and everything
 * every few seconds, and drops the entries of a silent process. Nothing is stored.
 */
@Injectable()
export class RoomPresence implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly registry = new PresenceRegistry(() => performance.now());
  private readonly roomsBySocket = new Map<string, { companyId: number; rooms: ReadonlyMap<string, boolean> }>();
  private readonly listeners: Listener[] = [];
  private timer: NodeJS.Timeout | undefined;
  private resentAt = performance.now();

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.bus.on('volatile', (node, message) => this.receive(node, message as SerializedRooms));
    this.bus.on('peerArrived', () => this.resendAll());
    this.bus.on('peerLeft', (node) => {
      this.registry.removeProcess(node);
      this.checkTimeouts();
    });
    this.timer = setInterval(() => this.checkTimeouts(), timeoutCheckMs);
  }

  /** From now on sockets close one by one, and the bus announces that the whole process leaves. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** @param rooms the rooms that the socket now has open, each with whether the user only peeks into it */
  setRooms(socket: AppSocket, rooms: ReadonlyMap<string, boolean>): void {
    const { companyId, userId, name } = socket.data.actor;
    const before = this.roomsBySocket.get(socket.id);
    // a decision that ends after the disconnect must not leave an entry
    const now = socket.disconnected ? new Map<string, boolean>() : rooms;
    if (!before && now.size === 0) return;
    for (const room of before?.rooms.keys() ?? [])
      if (!now.has(room)) this.publishChange(companyId, room, this.registry.leave(companyId, room, socket.id));
    for (const [room, peeking] of now) {
      const change = this.registry.enter(companyId, room, socket.id, { userId, name, peeking });
      // processes exchange every socket, so a further one of the same user is sent, too
      if (change || before?.rooms.get(room) !== peeking) this.publishChange(companyId, room, change);
    }
    if (now.size > 0) this.roomsBySocket.set(socket.id, { companyId, rooms: now });
    else this.roomsBySocket.delete(socket.id);
  }

  removeSocket(socket: AppSocket): void {
    this.setRooms(socket, new Map());
  }

  setTyping(socket: AppSocket, rooms: readonly string[], typing: boolean): void {
    const { companyId } = socket.data.actor;
    for (const room of rooms) {
      if (this.registry.setTyping(companyId, room, socket.id, typing))
        this.publishChange(companyId, room, this.registry.detectChange(companyId, room));
    }
  }

  viewersIn(companyId: number, room: string): Viewer[] {
    return this.registry.viewersIn(companyId, room);
  }

  roomsOf(companyId: number): string[] {
    return this.registry.roomsOf(companyId);
  }

  private publishChange(companyId: number, room: string, change: ViewerChange | undefined): void {
    this.send([{ companyId, name: room }]);
    this.notify(companyId, room, change);
  }

  private notify(companyId: number, room: string, change: ViewerChange | undefined): void {
    if (change) for (const listener of this.listeners) listener(companyId, room, change);
  }

  private receive(node: string, { rooms }: SerializedRooms): void {
    for (const [companyId, room, people] of rooms)
      this.notify(companyId, room, this.registry.applyRemote(node, companyId, room, people));
  }

  private checkTimeouts(): void {
    for (const { companyId, name, change } of this.registry.collectChanges()) this.notify(companyId, name, change);
    if (performance.now() - this.resentAt >= resendIntervalMs) this.resendAll();
  }

  private resendAll(): void {
    this.resentAt = performance.now();
    const rooms = this.registry.ownRooms();
    for (let from = 0; from < rooms.length; from += roomsPerMessage)
      this.send(rooms.slice(from, from + roomsPerMessage));
  }

  private send(rooms: readonly { companyId: number; name: string }[]): void {
    if (!this.bus.hasPeers) return;
    const message: SerializedRooms = {
      rooms: rooms.map(({ companyId, name }) => [companyId, name, this.registry.serialize(companyId, name)]),
    };
    this.bus.sendVolatile(message);
  }
}
