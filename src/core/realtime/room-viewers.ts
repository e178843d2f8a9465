import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { AppSocket } from './app-socket.js';
import { Bus } from './bus.js';
import { type ToldViewer, type Viewer, ViewerBook, type ViewerChange } from './viewer-book.js';

/** What one process tells the others of its screens. */
interface ToldRooms {
  readonly rooms: readonly (readonly [companyId: number, room: string, people: readonly ToldViewer[]])[];
}

type Listener = (companyId: number, room: string, change: ViewerChange) => void;

/** How often it is looked whether somebody stopped typing, or a process fell silent. */
const lookMs = 1_000;
const repeatMs = 10_000;
const roomsInOneWord = 200;

/**
 * Who has a room open and who of them types, over all processes: each tells its own screens when they change, all of them
 * every few seconds, and forgets those of a process that tells nothing any more. Nothing of it reaches a database.
 */
@Injectable()
export class RoomViewers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly book = new ViewerBook(() => performance.now());
  private readonly viewed = new Map<string, { companyId: number; rooms: ReadonlyMap<string, boolean> }>();
  private readonly listeners: Listener[] = [];
  private timer: NodeJS.Timeout | undefined;
  private repeatedAt = performance.now();

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.bus.onAside((node, said) => this.hear(node, said as ToldRooms));
    this.bus.onOther((node, change) => {
      if (change === 'arrived') this.repeat();
      else this.forget(node);
    });
    this.timer = setInterval(() => this.look(), lookMs);
  }

  /** The sockets go one after the other now; that is told by the farewell of the whole process. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** The rooms that a socket has open from now on, and whether it only peeks into them. */
  settle(socket: AppSocket, rooms: ReadonlyMap<string, boolean>): void {
    const { companyId, userId, name } = socket.data.actor;
    const before = this.viewed.get(socket.id);
    // what was decided while it went must not leave a ghost behind
    const now = socket.disconnected ? new Map<string, boolean>() : rooms;
    if (!before && now.size === 0) return;
    for (const room of before?.rooms.keys() ?? [])
      if (!now.has(room)) this.changed(companyId, room, this.book.leave(companyId, room, socket.id));
    for (const [room, peeking] of now) {
      const change = this.book.enter(companyId, room, socket.id, { userId, name, peeking });
      // the others are told of every screen, also when somebody has another one there already
      if (change || before?.rooms.get(room) !== peeking) this.changed(companyId, room, change);
    }
    if (now.size > 0) this.viewed.set(socket.id, { companyId, rooms: now });
    else this.viewed.delete(socket.id);
  }

  gone(socket: AppSocket): void {
    this.settle(socket, new Map());
  }

  /** In the rooms the socket writes, or does so no longer. */
  typing(socket: AppSocket, rooms: readonly string[], typing: boolean): void {
    const { companyId } = socket.data.actor;
    for (const room of rooms) {
      if (!this.book.type(companyId, room, socket.id, typing)) continue;
      this.tell([{ companyId, name: room }]);
      this.show(companyId, room, this.book.noted(companyId, room));
    }
  }

  in(companyId: number, room: string): Viewer[] {
    return this.book.in(companyId, room);
  }

  roomsOf(companyId: number): string[] {
    return this.book.roomsOf(companyId);
  }

  private changed(companyId: number, room: string, change: ViewerChange | undefined): void {
    this.tell([{ companyId, name: room }]);
    this.show(companyId, room, change);
  }

  private show(companyId: number, room: string, change: ViewerChange | undefined): void {
    if (change) for (const listener of this.listeners) listener(companyId, room, change);
  }

  private hear(node: string, { rooms }: ToldRooms): void {
    for (const [companyId, room, people] of rooms)
      this.show(companyId, room, this.book.heard(node, companyId, room, people));
  }

  private forget(node: string): void {
    this.book.forget(node);
    this.look();
  }

  private look(): void {
    for (const { companyId, name, change } of this.book.changes()) this.show(companyId, name, change);
    if (performance.now() - this.repeatedAt >= repeatMs) this.repeat();
  }

  private repeat(): void {
    this.repeatedAt = performance.now();
    const rooms = this.book.ownRooms();
    for (let from = 0; from < rooms.length; from += roomsInOneWord) this.tell(rooms.slice(from, from + roomsInOneWord));
  }

  private tell(rooms: readonly { companyId: number; name: string }[]): void {
    if (!this.bus.hasOthers) return;
    const said: ToldRooms = {
      rooms: rooms.map(({ companyId, name }) => [companyId, name, this.book.told(companyId, name)]),
    };
    this.bus.sayAside(said);
  }
}
