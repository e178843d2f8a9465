import { isDeepStrictEqual } from 'node:util';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Server, Socket } from 'socket.io';
import { SessionResolver } from '../access/session-resolver.js';
import { type Actor, Context } from '../context/context.js';
import { Db } from '../database/db.js';
import { AppError } from '../errors/app-error.js';
import type { Emission } from '../events/event.js';
import { Publisher } from '../events/events.js';
import { Handlers } from '../jobs/handlers.js';
import { Bus } from './bus.js';
import { OnlineUsers } from './online-users.js';
import { Resync } from './resync.js';
import { ownRooms, ROOM_JOIN, type RoomJoinMetadata, rooms } from './rooms.js';

interface SocketData {
  actor: Actor;
  /** What the client asked to join, to be decided again when the actor changes. */
  joins: Map<string, JoinedRooms>;
  /** The last change of its rooms; the next one waits for it. */
  turn: Promise<void>;
}

interface JoinedRooms {
  readonly name: string;
  readonly argument: unknown;
  rooms: string[];
}

type AppSocket = Socket<
  Record<string, (...args: unknown[]) => void>,
  Record<string, (...args: unknown[]) => void>,
  object,
  SocketData
>;
type Join = (actor: Actor, argument: unknown) => Promise<string[]>;

const maxJoins = 200;
/** Sockets whose right to be there is asked for in one statement. */
const batchSize = 500;
/** Beside every doubt of the bus: what another process ended while neither knew of the other is noticed by then. */
const revalidateMs = 60_000;

/**
 * The only place that knows socket.io: signs sockets in, decides their rooms, sends emissions. Everything here is about
 * the sockets of this process; the others learn by the bus what happened and do the same.
 */
@Injectable()
@WebSocketGateway({
  pingInterval: 18_000,
  pingTimeout: 18_000,
  maxHttpBufferSize: 64_000,
  transports: ['websocket', 'polling'],
})
export class Gateway
  extends Publisher
  implements OnGatewayInit<Server>, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger = new Logger('Sockets');
  private readonly joins = new Map<string, Join>();
  private readonly rate = new RateLimiterMemory({ points: 50, duration: 5 });
  private readonly resync = new Resync<AppSocket>({
    sockets: () => this.everySocket(),
    revalidate: (sockets) => this.revalidate(sockets),
    tell: async (socket) => {
      await this.settle(socket);
      socket.emit('resync');
    },
    failed: (error) => this.logger.error({ msg: 'sockets not resynced', reason: String(error) }),
  });
  private timer: NodeJS.Timeout | undefined;
  private server: Server | undefined;

  constructor(
    private readonly sessions: SessionResolver,
    private readonly handlers: Handlers,
    private readonly context: Context,
    private readonly db: Db,
    private readonly bus: Bus,
    private readonly online: OnlineUsers,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.handlers.find<RoomJoinMetadata>(ROOM_JOIN)) {
      if (this.joins.has(metadata.name)) throw new Error(`join${metadata.name} has two handlers`);
      this.joins.set(metadata.name, call as unknown as Join);
    }
    if (!this.bus.hasOthers) return;
    this.bus.onDoubt((lasting) => this.resync.request(lasting));
    this.timer = setInterval(() => void this.resync.revalidate(), revalidateMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.resync.stop();
  }

  afterInit(server: Server): void {
    this.server = server;
    this.bus.attach(server);
    server.use(
      (socket, next) =>
        void this.signIn(socket as AppSocket).then(
          () => next(),
          (error) => next(refusal(error)),
        ),
    );
    server.on('connection', (socket) => {
      this.connected(socket as AppSocket).catch((error: unknown) => {
        this.logger.error({ msg: 'socket not admitted', reason: String(error) });
        socket.disconnect(true);
      });
    });
  }

  publish({ rooms: to, except = [], name, payload }: Emission): void {
    // not through the adapter, which delivers nothing here while it waits for Redis
    if (to.length > 0)
      this.server?.local
        .to([...to])
        .except([...except])
        .emit(name, payload);
  }

  concerns(companyId: number | undefined): boolean {
    if (companyId === undefined) return (this.server?.sockets.sockets.size ?? 0) > 0;
    return this.sizeOf(rooms.company(companyId)) > 0;
  }

  share(companyId: number | undefined, event: object): void {
    this.bus.share({ companyId: companyId ?? null, name: event.constructor.name, fields: JSON.stringify(event) });
  }

  onShared(show: (companyId: number | undefined, name: string, fields: object) => void): void {
    this.bus.onEvent(({ companyId, name, fields }) => show(companyId ?? undefined, name, JSON.parse(fields) as object));
  }

  /** Sockets of the company in this process. */
  audienceOf(companyId: number): number {
    return this.sizeOf(rooms.company(companyId));
  }

  /** Cuts the sockets of a session at once, after a last word to them. */
  endSession(companyId: number, userId: number, sessionId: string, word?: Pick<Emission, 'name' | 'payload'>): void {
    for (const socket of this.socketsOf(companyId, userId)) {
      if (socket.data.actor.sessionId !== sessionId) continue;
      if (word) socket.emit(word.name, word.payload);
      socket.disconnect(true);
    }
  }

  /** Resolves the user anew and moves or cuts its sockets: after a demotion, a lost department, a removal. */
  async refreshUser(companyId: number, userId: number): Promise<void> {
    await this.refresh(this.socketsOf(companyId, userId));
  }

  /** The same for everybody of a company: after it was suspended or removed. */
  async refreshCompany(companyId: number): Promise<void> {
    await this.refresh(this.socketsIn(rooms.company(companyId)));
  }

  private async refresh(sockets: readonly AppSocket[]): Promise<void> {
    if (sockets.length === 0) return;
    const actors = await this.actorsOf(sockets);
    for (const socket of sockets) {
      const actor = actors.get(socket.data.actor.sessionId);
      if (actor) {
        socket.data.actor = actor;
        await this.settle(socket);
      } else socket.disconnect(true);
    }
  }

  /** As {@link refresh}, of everybody, when most have not changed. */
  private async revalidate(sockets: readonly AppSocket[]): Promise<void> {
    for (let from = 0; from < sockets.length; from += batchSize) {
      const batch = sockets.slice(from, from + batchSize);
      const actors = await this.actorsOf(batch);
      for (const socket of batch) {
        const actor = actors.get(socket.data.actor.sessionId);
        if (!actor) socket.disconnect(true);
        else if (!isDeepStrictEqual(actor, socket.data.actor)) {
          socket.data.actor = actor;
          await this.settle(socket);
        }
      }
    }
  }

  private async actorsOf(sockets: readonly AppSocket[]): Promise<Map<string, Actor>> {
    const claims = sockets.map(({ data: { actor } }) => ({ sid: actor.sessionId, userId: actor.userId }));
    const [only, ...more] = claims;
    if (only && more.length === 0) {
      const actor = await this.sessions.resolve(only);
      return new Map(actor ? [[only.sid, actor]] : []);
    }
    return this.context.run({}, () => this.sessions.resolveAll(claims));
  }

  /** Decides again who may stay in a room that depends on a record. */
  async recheck(room: string): Promise<void> {
    for (const socket of this.socketsIn(room)) await this.settle(socket, room);
  }

  private socketsOf(companyId: number, userId: number): AppSocket[] {
    return this.socketsIn(rooms.user(companyId, userId));
  }

  private socketsIn(room: string): AppSocket[] {
    const ids = this.server?.sockets.adapter.rooms.get(room) ?? new Set<string>();
    return [...ids].flatMap((id) => this.server?.sockets.sockets.get(id) ?? []) as AppSocket[];
  }

  private everySocket(): AppSocket[] {
    return [...(this.server?.sockets.sockets.values() ?? [])] as AppSocket[];
  }

  private sizeOf(room: string): number {
    return this.server?.sockets.adapter.rooms.get(room)?.size ?? 0;
  }

  private async signIn(socket: AppSocket): Promise<void> {
    const { token } = { ...socket.handshake.query, ...(socket.handshake.auth as { token?: unknown }) };
    const claims = this.sessions.verify(typeof token === 'string' ? token : '');
    const actor = await this.sessions.resolve(claims);
    if (!actor) throw new Error('ERR_SESSION_EXPIRED');
    socket.data.actor = actor;
    socket.data.joins = new Map();
    socket.data.turn = Promise.resolve();
  }

  private async connected(socket: AppSocket): Promise<void> {
    await socket.join(ownRooms(socket.data.actor));
    socket.use(
      (_packet, next) =>
        void this.rate.consume(socket.id).then(
          () => next(),
          () => next(new Error('ERR_TOO_MANY_REQUESTS')),
        ),
    );
    socket.on('error', () => undefined);
    socket.on('userStatus', () => this.online.seen(socket.data.actor));
    for (const name of this.joins.keys()) {
      socket.on(`join${name}`, (argument: unknown) =>
        this.answer(name, isRoomKey(argument) && this.join(socket, name, argument)),
      );
      socket.on(`leave${name}`, (argument: unknown) =>
        this.answer(name, isRoomKey(argument) && this.leave(socket, name, argument)),
      );
    }
    // what ended between the sign-in and the rooms reached nobody: ask once more, now that it would be heard
    await this.refresh([socket]);
    if (socket.disconnected) return;
    this.online.arrived(socket.data.actor);
    socket.on('disconnect', () => this.online.left(socket.data.actor));
    socket.emit('ready');
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
  private settle(socket: AppSocket, room?: string): Promise<void> {
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

/** A stranger learns that the session does not count, never what failed inside. */
function refusal(error: unknown): Error {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.message === 'ERR_SESSION_EXPIRED' ? error : new Error('ERR_UNAVAILABLE');
}
