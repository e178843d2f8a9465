import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Actor, Context } from '../context/context.js';
import { Db } from '../database/db.js';
import { AppError } from '../errors/app-error.js';
import { Handlers } from '../jobs/handlers.js';
import type { AppSocket, JoinedRooms } from './app-socket.js';
import { RoomViewers } from './room-viewers.js';
import { ownRooms, ROOM_JOIN, type RoomJoinMetadata } from './rooms.js';

interface Join extends RoomJoinMetadata {
  readonly decide: (actor: Actor, argument: unknown) => Promise<string[]>;
}

const maxJoins = 200;

/** Which rooms a socket is in: those of its actor, and those it asked for as long as its actor may be there. */
@Injectable()
export class SocketRooms implements OnApplicationBootstrap {
  private readonly logger = new Logger('Sockets');
  private readonly joins = new Map<string, Join>();

  constructor(
    private readonly handlers: Handlers,
    private readonly context: Context,
    private readonly db: Db,
    private readonly viewers: RoomViewers,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.handlers.find<RoomJoinMetadata>(ROOM_JOIN)) {
      if (this.joins.has(metadata.name)) throw new Error(`join${metadata.name} has two handlers`);
      this.joins.set(metadata.name, { ...metadata, decide: call as unknown as Join['decide'] });
    }
  }

  /** What the client says, if it is about rooms: `join{name}`, `leave{name}`, `typing{name}`, `idle{name}`. */
  hear(socket: AppSocket, event: string, argument: unknown): void {
    const [, what, name = ''] = /^(join|leave|typing|idle)(.+)$/.exec(event) ?? [];
    if (!this.joins.has(name) || !isRoomKey(argument)) return;
    if (what === 'typing' || what === 'idle') {
      this.writes(socket, name, argument, what === 'typing');
      return;
    }
    const work = what === 'join' ? this.join(socket, name, argument) : this.leave(socket, name, argument);
    // a failure of ours must not end the process: the socket gets no answer and asks again
    work.catch((error: unknown) => this.logger.error({ msg: 'join failed', name, reason: String(error) }));
  }

  private join(socket: AppSocket, name: string, argument: unknown): Promise<void> {
    const key = keyOf(name, argument);
    return this.inTurn(socket, async () => {
      const { joins } = socket.data;
      if (!joins.has(key) && joins.size >= maxJoins) return;
      const join = joins.get(key) ?? { name, argument, rooms: [], count: 0 };
      join.count += 1;
      joins.set(key, join);
      await this.admit(socket, key, join);
      await this.apply(socket);
      if (socket.data.joins.has(key)) socket.emit('joined', { name, argument });
    });
  }

  private leave(socket: AppSocket, name: string, argument: unknown): Promise<void> {
    const key = keyOf(name, argument);
    return this.inTurn(socket, async () => {
      const join = socket.data.joins.get(key);
      if (!join) return;
      join.count -= 1;
      if (join.count > 0) return;
      socket.data.joins.delete(key);
      await this.apply(socket);
    });
  }

  /** Makes the socket's rooms what its actor may see now; with a room, only what led there is decided again. */
  settle(socket: AppSocket, room?: string): Promise<void> {
    return this.inTurn(socket, async () => {
      for (const [key, join] of socket.data.joins)
        if (room === undefined || join.rooms.includes(room)) await this.admit(socket, key, join);
      await this.apply(socket);
    });
  }

  /** The socket is closed. */
  gone(socket: AppSocket): void {
    this.viewers.gone(socket);
  }

  /** Only where the socket was let in to be seen at work. */
  private writes(socket: AppSocket, name: string, argument: unknown, typing: boolean): void {
    const joined = socket.data.joins.get(keyOf(name, argument));
    if (joined && this.joins.get(name)?.shows === 'viewing') this.viewers.typing(socket, joined.rooms, typing);
  }

  /** One change of a socket's rooms after the other: a decision that took long must not undo a later one. */
  private inTurn(socket: AppSocket, change: () => Promise<void>): Promise<void> {
    socket.data.turn = socket.data.turn.then(change, change);
    return socket.data.turn;
  }

  private async admit(socket: AppSocket, key: string, join: JoinedRooms): Promise<void> {
    const { actor, joins } = socket.data;
    try {
      join.rooms = await this.decide(actor, join.name, join.argument);
    } catch (error) {
      joins.delete(key);
      if (error instanceof AppError) {
        socket.emit('refused', { name: join.name, argument: join.argument, error: error.code });
        return;
      }
      // nobody would ask again: a new connection joins anew and makes up for what it missed
      this.logger.error({ msg: 'join failed', name: join.name, reason: String(error) });
      socket.disconnect(true);
    }
  }

  private async apply(socket: AppSocket): Promise<void> {
    const { actor, joins } = socket.data;
    const wanted = new Set([socket.id, ...ownRooms(actor), ...[...joins.values()].flatMap((join) => join.rooms)]);
    for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
    await socket.join([...wanted]);
    this.viewers.settle(socket, this.viewedBy(socket));
  }

  /** Rooms in which the socket is seen, and whether as one that peeks. */
  private viewedBy({ data: { joins } }: AppSocket): Map<string, boolean> {
    const viewed = new Map<string, boolean>();
    for (const { name, rooms } of joins.values()) {
      const shows = this.joins.get(name)?.shows;
      if (shows) for (const room of rooms) viewed.set(room, shows === 'peeking' && viewed.get(room) !== false);
    }
    return viewed;
  }

  private async decide(actor: Actor, name: string, argument: unknown): Promise<string[]> {
    const join = this.joins.get(name);
    if (!join) return [];
    return this.context.run({ actor }, () => this.db.runAs(actor.companyId, () => join.decide(actor, argument)));
  }
}

const keyOf = (name: string, argument: unknown): string => `${name}:${String(argument)}`;

/** What a client may name a room by; an object could not even be turned into text. */
function isRoomKey(argument: unknown): boolean {
  if (typeof argument === 'string') return argument.length <= 100;
  return argument === undefined || argument === null || typeof argument === 'number';
}
