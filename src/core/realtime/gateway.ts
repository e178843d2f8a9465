import { isDeepStrictEqual } from 'node:util';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Server } from 'socket.io';
import { SessionResolver } from '../access/session-resolver.js';
import type { Actor } from '../context.js';
import { AppError } from '../errors/app-error.js';
import type { Emission } from '../events/event.js';
import { Publisher } from '../events/events.js';
import type { AppSocket } from './app-socket.js';
import { Bus } from './bus.js';
import { fanOut } from './fan-out.js';
import { OnlineUsers } from './online-users.js';
import { releaseHandshake, trackUpgradeResponses } from './release-handshake.js';
import { ResyncScheduler } from './resync-scheduler.js';
import { ownRooms, rooms } from './rooms.js';
import { SocketActorResolver } from './socket-actor-resolver.js';
import { SocketRooms } from './socket-rooms.js';

/** Notices sessions that another process ended while the two were not connected. */
const revalidateMs = 60_000;
/** Open tabs of a user in this process; beyond that the oldest is disconnected. */
const maxSocketsPerUser = 20;

/**
 * The socket.io server: authenticates sockets, decides their rooms, sends emissions. Everything here is about the sockets
 * of this process; the others receive the same events through the bus.
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
  private readonly rate = new RateLimiterMemory({ points: 50, duration: 5 });
  private readonly resync = new ResyncScheduler<AppSocket>({
    sockets: () => this.everySocket(),
    revalidate: (sockets) => this.revalidate(sockets),
    sendResync: async (socket) => {
      await this.rooms.refreshRooms(socket);
      socket.emit('resync');
    },
    onError: (error) => this.logger.error({ msg: 'sockets not resynced', reason: String(error) }),
  });
  private timer: NodeJS.Timeout | undefined;
  private server: Server | undefined;

  constructor(
    private readonly sessions: SessionResolver,
    private readonly actors: SocketActorResolver,
    private readonly rooms: SocketRooms,
    private readonly bus: Bus,
    private readonly online: OnlineUsers,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    if (!this.bus.hasPeers) return;
    this.bus.onMissedEvents((lasting) => this.resync.request(lasting));
    this.timer = setInterval(() => void this.resync.revalidate(), revalidateMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.resync.stop();
  }

  afterInit(server: Server): void {
    this.server = server;
    this.bus.attach(server);
    trackUpgradeResponses(server);
    server.use(
      (socket, next) =>
        void this.signIn(socket as AppSocket).then(
          () => next(),
          (error) => next(toConnectError(error)),
        ),
    );
    server.on('connection', (socket) => {
      if ((socket as AppSocket).data.expired) {
        socket.emit('sessionExpired', { error: 'ERR_SESSION_EXPIRED' });
        socket.disconnect(true);
        return;
      }
      this.admit(socket as AppSocket).catch((error: unknown) => {
        this.logger.error({ msg: 'socket not admitted', reason: String(error) });
        socket.disconnect(true);
      });
    });
  }

  /** Not through the adapter, which delivers nothing locally while it waits for Redis. */
  publish(emission: Emission): void {
    if (this.server) fanOut(this.server, emission);
  }

  hasListeners(companyId: number | undefined): boolean {
    if (companyId === undefined) return (this.server?.sockets.sockets.size ?? 0) > 0;
    return this.roomSize(rooms.company(companyId)) > 0;
  }

  requestResync(): void {
    this.resync.request(false);
  }

  requestResyncOfPeers(): void {
    this.bus.announceGap();
  }

  sendToPeers(companyId: number | undefined, event: object): void {
    if (!this.bus.hasPeers) return;
    this.bus.publish({ companyId: companyId ?? null, name: event.constructor.name, fields: JSON.stringify(event) });
  }

  onPeerEvent(show: (companyId: number | undefined, name: string, fields: object) => void): void {
    this.bus.onPeerEvent(({ companyId, name, fields }) =>
      show(companyId ?? undefined, name, JSON.parse(fields) as object),
    );
  }

  /** Sockets of the company in this process. */
  countSockets(companyId: number): number {
    return this.roomSize(rooms.company(companyId));
  }

  /** Disconnects the sockets of a session, after a last event. */
  disconnectSession(
    companyId: number,
    userId: number,
    sessionId: string,
    lastEvent?: Pick<Emission, 'name' | 'payload'>,
  ): void {
    for (const socket of this.socketsOf(companyId, userId)) {
      if (socket.data.actor.sessionId !== sessionId) continue;
      if (lastEvent) socket.emit(lastEvent.name, lastEvent.payload);
      socket.disconnect(true);
    }
  }

  /** Resolves the user again and moves or disconnects its sockets: after a change of rights or a removal. */
  async refreshUser(companyId: number, userId: number): Promise<void> {
    await this.refresh(this.socketsOf(companyId, userId));
  }

  /** The same for all users of a company: after it was suspended or removed. */
  async refreshCompany(companyId: number): Promise<void> {
    await this.refresh(this.socketsIn(rooms.company(companyId)));
  }

  private async refresh(sockets: readonly AppSocket[]): Promise<void> {
    await Promise.all(
      sockets.map(async (socket) => {
        const actor = await this.actorNow(socket);
        if (actor) {
          socket.data.actor = actor;
          await this.rooms.refreshRooms(socket);
        } else socket.disconnect(true);
      }),
    );
  }

  /** As {@link refresh}, of all sockets, of which most have not changed. */
  private async revalidate(sockets: readonly AppSocket[]): Promise<void> {
    await Promise.all(
      sockets.map(async (socket) => {
        const actor = await this.actorNow(socket);
        if (!actor) socket.disconnect(true);
        else if (!isDeepStrictEqual(actor, socket.data.actor)) {
          socket.data.actor = actor;
          await this.rooms.refreshRooms(socket);
        }
      }),
    );
  }

  private actorNow({ data: { actor } }: AppSocket): Promise<Actor | undefined> {
    return this.actors.resolve({ sid: actor.sessionId, userId: actor.userId });
  }

  /** Decides again which sockets may stay in a room that depends on a record. */
  async recheckRoom(room: string): Promise<void> {
    for (const socket of this.socketsIn(room)) await this.rooms.refreshRooms(socket, room);
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

  private roomSize(room: string): number {
    return this.server?.sockets.adapter.rooms.get(room)?.size ?? 0;
  }

  private async signIn(socket: AppSocket): Promise<void> {
    const { query, auth } = socket.handshake;
    const given = { ...query, ...(auth as { token?: unknown; client?: unknown }) };
    const token = typeof given.token === 'string' ? given.token : '';
    // existing clients ignore `connect_error`; they reload when the server disconnects them
    if (given.client !== adminClient && this.sessions.isExpired(token)) {
      socket.data.expired = true;
      return;
    }
    const claims = this.sessions.verify(token);
    const actor = await this.actors.resolve(claims);
    if (!actor) throw new Error('ERR_SESSION_EXPIRED');
    socket.data.actor = actor;
    socket.data.subscriptions = new Map();
    socket.data.pendingRoomChange = Promise.resolve();
  }

  private async admit(socket: AppSocket): Promise<void> {
    releaseHandshake(socket);
    await socket.join(ownRooms(socket.data.actor));
    this.closeOldest(socket.data.actor);
    socket.use(([event, argument]) => void this.handleClientEvent(socket, String(event), argument));
    socket.on('error', () => undefined);
    // a session that ended between the sign-in and the join would go unnoticed
    await this.refresh([socket]);
    if (socket.disconnected) return;
    this.online.addSocket(socket.data.actor);
    socket.on('disconnect', () => {
      this.online.removeSocket(socket.data.actor);
      this.rooms.socketClosed(socket);
    });
    socket.emit('ready');
  }

  /** Notified first, so that the admin's client does not reconnect before the tab is visible again. */
  private closeOldest({ companyId, userId }: Actor): void {
    for (const oldest of this.socketsOf(companyId, userId).slice(0, -maxSocketsPerUser)) {
      oldest.emit('superseded');
      oldest.disconnect(true);
    }
  }

  /** One listener for all events, which costs less memory per socket than one for each. */
  private async handleClientEvent(socket: AppSocket, event: string, argument: unknown): Promise<void> {
    const allowed = await this.rate.consume(socket.id).then(
      () => true,
      () => false,
    );
    if (!allowed) return;
    if (event === 'userStatus') this.online.touch(socket.data.actor);
    else this.rooms.handleClientEvent(socket, event, argument);
  }
}

/** `client` in the handshake of the admin, which refreshes its token at `connect_error` and reconnects. */
const adminClient = 'atende';
/** The client sees that the session is over, or that the server failed, but not how. */
function toConnectError(error: unknown): Error {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.message === 'ERR_SESSION_EXPIRED' ? error : new Error('ERR_UNAVAILABLE');
}
