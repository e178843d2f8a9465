import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Actor, Context } from '../context/context.js';
import { Db } from '../database/db.js';
import { AppError } from '../errors/app-error.js';
import { Handlers } from '../jobs/handlers.js';
import type { AppSocket, JoinedRooms } from './app-socket.js';
import { ownRooms, ROOM_JOIN, type RoomJoinMetadata } from './rooms.js';

type Join = (actor: Actor, argument: unknown) => Promise<string[]>;

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
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.handlers.find<RoomJoinMetadata>(ROOM_JOIN)) {
      if (this.joins.has(metadata.name)) throw new Error(`join${metadata.name} has two handlers`);
      this.joins.set(metadata.name, call as unknown as Join);
    }
  }

  /** Hears what the client asks for. */
  listen(socket: AppSocket): void {
    for (const name of this.joins.keys()) {
      socket.on(`join${name}`, (argument: unknown) =>
        this.answer(name, isRoomKey(argument) && this.join(socket, name, argument)),
      );
      socket.on(`leave${name}`, (argument: unknown) =>
        this.answer(name, isRoomKey(argument) && this.leave(socket, name, argument)),
      );
    }
  }

  /** A failure of ours must not end the process: the socket gets no answer and asks again. */
  private answer(name: string, work: Promise<void> | false): void {
    if (work) work.catch((error: unknown) => this.logger.error({ msg: 'join failed', name, reason: String(error) }));
  }

  private join(socket: AppSocket, name: string, argument: unknown): Promise<void> {
    const key = `${name}:${String(argument)}`;
    return this.inTurn(socket, async () => {
      if (socket.data.joins.size >= maxJoins) return;
      const join = { name, argument, rooms: [] };
      socket.data.joins.set(key, join);
      await this.admit(socket, key, join);
      await this.apply(socket);
      if (socket.data.joins.has(key)) socket.emit('joined', { name, argument });
    });
  }

  private leave(socket: AppSocket, name: string, argument: unknown): Promise<void> {
    return this.inTurn(socket, async () => {
      if (socket.data.joins.delete(`${name}:${String(argument)}`)) await this.apply(socket);
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
  }

  private async decide(actor: Actor, name: string, argument: unknown): Promise<string[]> {
    const join = this.joins.get(name);
    if (!join) return [];
    return this.context.run({ actor }, () => this.db.runAs(actor.companyId, () => join(actor, argument)));
  }
}

/** What a client may name a room by; an object could not even be turned into text. */
function isRoomKey(argument: unknown): boolean {
  if (typeof argument === 'string') return argument.length <= 100;
  return argument === undefined || argument === null || typeof argument === 'number';
}
