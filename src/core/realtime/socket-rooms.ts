import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Actor, Context } from '../context.js';
import { Db } from '../database/db.js';
import { AppError } from '../errors/app-error.js';
import { HandlerDiscovery } from '../jobs/handler-discovery.js';
import type { AppSocket, RoomSubscription } from './app-socket.js';
import { RoomPresence } from './room-presence.js';
import { ownRooms, ROOM_JOIN, type RoomJoinMetadata } from './rooms.js';

interface Join extends RoomJoinMetadata {
  readonly decide: (actor: Actor, argument: unknown) => Promise<string[]>;
}

const maxJoins = 200;

/** Manages the rooms of a socket: those of its actor, and those that it joined, as long as its actor may. */
@Injectable()
export class SocketRooms implements OnApplicationBootstrap {
  private readonly logger = new Logger('Sockets');
  private readonly joins = new Map<string, Join>();

  constructor(
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly context: Context,
    private readonly db: Db,
    private readonly viewers: RoomPresence,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.handlerDiscovery.find<RoomJoinMetadata>(ROOM_JOIN)) {
      if (this.joins.has(metadata.name)) throw new Error(`join${metadata.name} has two handlers`);
      this.joins.set(metadata.name, { ...metadata, decide: call as unknown as Join['decide'] });
    }
  }

  /** Handles `join{name}`, `leave{name}`, `typing{name}` and `idle{name}`, and ignores other events. */
  handleClientEvent(socket: AppSocket, event: string, argument: unknown): void {
    const [, what, name = ''] = /^(join|leave|typing|idle)(.+)$/.exec(event) ?? [];
    if (!this.joins.has(name) || !isRoomKey(argument)) return;
    if (what === 'typing' || what === 'idle') {
      this.setTyping(socket, name, argument, what === 'typing');
      return;
    }
    const work = what === 'join' ? this.join(socket, name, argument) : this.leave(socket, name, argument);
    // a failure must not end the process; the client gets no answer and tries again
    work.catch((error: unknown) => this.logger.error({ msg: 'join failed', name, reason: String(error) }));
  }

  private join(socket: AppSocket, name: string, argument: unknown): Promise<void> {
    const key = keyOf(name, argument);
    return this.serialize(socket, async () => {
      const { subscriptions: joins } = socket.data;
      if (!joins.has(key) && joins.size >= maxJoins) return;
      const join = joins.get(key) ?? { name, argument, rooms: [], count: 0 };
      join.count += 1;
      joins.set(key, join);
      await this.admit(socket, key, join);
      await this.apply(socket);
      if (socket.data.subscriptions.has(key)) socket.emit('joined', { name, argument });
    });
  }

  private leave(socket: AppSocket, name: string, argument: unknown): Promise<void> {
    const key = keyOf(name, argument);
    return this.serialize(socket, async () => {
      const join = socket.data.subscriptions.get(key);
      if (!join) return;
      join.count -= 1;
      if (join.count > 0) return;
      socket.data.subscriptions.delete(key);
      await this.apply(socket);
    });
  }

  /** Decides the joins of a socket again, or only those that led to the given room. */
  refreshRooms(socket: AppSocket, room?: string): Promise<void> {
    return this.serialize(socket, async () => {
      for (const [key, join] of socket.data.subscriptions)
        if (room === undefined || join.rooms.includes(room)) await this.admit(socket, key, join);
      await this.apply(socket);
    });
  }

  socketClosed(socket: AppSocket): void {
    this.viewers.removeSocket(socket);
  }

  /** Only applies in rooms that show who works in them. */
  private setTyping(socket: AppSocket, name: string, argument: unknown, typing: boolean): void {
    const joined = socket.data.subscriptions.get(keyOf(name, argument));
    if (joined && this.joins.get(name)?.shows === 'viewing') this.viewers.setTyping(socket, joined.rooms, typing);
  }

  /** Runs one change of rooms at a time, so that a slow decision does not undo a later one. */
  private serialize(socket: AppSocket, change: () => Promise<void>): Promise<void> {
    socket.data.pendingRoomChange = socket.data.pendingRoomChange.then(change, change);
    return socket.data.pendingRoomChange;
  }

  private async admit(socket: AppSocket, key: string, join: RoomSubscription): Promise<void> {
    const { actor, subscriptions: joins } = socket.data;
    try {
      join.rooms = await this.decide(actor, join.name, join.argument);
    } catch (error) {
      joins.delete(key);
      if (error instanceof AppError) {
        socket.emit('refused', { name: join.name, argument: join.argument, error: error.code });
        return;
      }
      // the client would not try again, but after a reconnect it joins again and refetches
      this.logger.error({ msg: 'join failed', name: join.name, reason: String(error) });
      socket.disconnect(true);
    }
  }

  private async apply(socket: AppSocket): Promise<void> {
    const { actor, subscriptions: joins } = socket.data;
    const wanted = new Set([socket.id, ...ownRooms(actor), ...[...joins.values()].flatMap((join) => join.rooms)]);
    for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
    await socket.join([...wanted]);
    this.viewers.setRooms(socket, this.presenceRooms(socket));
  }

  /** The rooms in which the user is shown, each with whether the user only peeks. */
  private presenceRooms({ data: { subscriptions: joins } }: AppSocket): Map<string, boolean> {
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

/** Whether the argument can be part of a key: an object might not even be convertible to a string. */
function isRoomKey(argument: unknown): boolean {
  if (typeof argument === 'string') return argument.length <= 100;
  return argument === undefined || argument === null || typeof argument === 'number';
}
