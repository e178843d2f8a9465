import { isDeepStrictEqual } from 'node:util';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Server } from 'socket.io';
import { adminClient } from '../access/decorators.js';
import { SessionResolver, type TokenClaims } from '../access/session-resolver.js';
import { type Actor, Context } from '../context.js';
import { BatchLoader } from '../database/batch-loader.js';
import { AppError } from '../errors/app-error.js';
import type { Emission } from '../events/event.js';
import { Publisher } from '../events/events.js';
import type { AppSocket } from './app-socket.js';
import { Bus } from './bus.js';
import { fanOut } from './fan-out.js';
import { releaseHandshake, trackUpgradeResponses } from './release-handshake.js';
import { ResyncScheduler } from './resync-scheduler.js';
import { ownRooms, rooms } from './rooms.js';
import { SocketRooms } from './socket-rooms.js';

/** How often all sessions are checked: one may have ended by a statement, or in a process that was not reachable. */
const revalidateMs = 60_000;
const maxSessionsPerStatement = 500;
/** How many sockets a user may have in this process; beyond that the oldest is disconnected. */
const maxSocketsPerUser = 20;

/**
 * The socket.io server: authenticates sockets, decides their rooms and sends emissions. This class only knows the
 * sockets of its process; other processes receive the same events through the bus.
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
  /** Loads the actors of sessions (undefined if ended) in batches: thousands of reconnects need few statements. */
  private readonly actors: BatchLoader<TokenClaims, Actor | undefined>;
  private readonly rate = new RateLimiterMemory({ points: 50, duration: 5 });
  private readonly resync = new ResyncScheduler<AppSocket>({
    sockets: () => this.everySocket(),
    // most actors have not changed, so only the others get new rooms
    revalidate: (sockets) => this.refresh(sockets, { changedOnly: true }),
    sendResync: async (socket) => {
      await this.rooms.refreshRooms(socket);
      socket.emit('resync');
    },
    onError: (error) => this.logger.error({ msg: 'sockets not resynced', reason: String(error) }),
  });
  private readonly clientEvents = new Map<string, (actor: Actor) => void>();
  private socketChanged: (actor: Actor, change: 'opened' | 'closed') => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private server: Server | undefined;

  constructor(
    private readonly sessions: SessionResolver,
    private readonly rooms: SocketRooms,
    private readonly bus: Bus,
    context: Context,
  ) {
    super();
    this.actors = new BatchLoader(
      context,
      async (_key, claims) => {
        const bySession = new Map(claims.map((one) => [one.sid, one]));
        const actors = await sessions.resolveAll([...bySession.values()]);
        return claims.map(({ sid }) => actors.get(sid));
      },
      maxSessionsPerStatement,
    );
  }

  onApplicationBootstrap(): void {
    if (this.bus.hasPeers) this.bus.on('missedEvents', (lasting) => this.resync.request(lasting));
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
          (error) => {
            const refusal = toConnectError(error);
            // clients reconnect after a broken connection, but not after a refusal
            if (refusal.message === unavailable && givenBy(socket).client !== adminClient) socket.conn.close();
            next(refusal);
          },
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

  /** Does not use the adapter, which delivers nothing locally while it waits for Redis. */
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

  /** Registers, once at boot, what happens when an admitted socket of this process opens or closes. */
  onSocketChange(listener: (actor: Actor, change: 'opened' | 'closed') => void): void {
    this.socketChanged = listener;
  }

  /** Registers, at boot, the handler of a client event that is not about rooms. */
  onClientEvent(name: string, handle: (actor: Actor) => void): void {
    this.clientEvents.set(name, handle);
  }

  /** How many sockets the company has in this process. */
  countSockets(companyId: number): number {
    return this.roomSize(rooms.company(companyId));
  }

  /** Disconnects the sockets of a session, after sending a last event. */
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

  /** Resolves a user again after a change of rights or a removal, and moves or disconnects the sockets. */
  async refreshUser(companyId: number, userId: number): Promise<void> {
    await this.refresh(this.socketsOf(companyId, userId));
  }

  /** Does the same for all users of a company, after it was suspended or removed. */
  async refreshCompany(companyId: number): Promise<void> {
    await this.refresh(this.socketsIn(rooms.company(companyId)));
  }

  private async refresh(sockets: readonly AppSocket[], { changedOnly = false } = {}): Promise<void> {
    await Promise.all(
      sockets.map(async (socket) => {
        const { actor: known } = socket.data;
        const actor = await this.actors.load(0, { sid: known.sessionId, userId: known.userId });
        if (!actor) socket.disconnect(true);
        else if (!changedOnly || !isDeepStrictEqual(actor, socket.data.actor)) {
          socket.data.actor = actor;
          await this.rooms.refreshRooms(socket);
        }
      }),
    );
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
    const given = givenBy(socket);
    const claims = this.claimsOf(typeof given.token === 'string' ? given.token : '');
    const actor = claims && (await this.actors.load(0, claims));
    if (!actor) {
      if (given.client === adminClient) throw new Error('ERR_SESSION_EXPIRED');
      // existing clients ignore `connect_error`, but reload when the server disconnects them
      socket.data.expired = true;
      return;
    }
    socket.data.actor = actor;
    socket.data.subscriptions = new Map();
    socket.data.pendingRoomChange = Promise.resolve();
  }

  /** undefined when the token is invalid or expired. */
  private claimsOf(token: string): TokenClaims | undefined {
    try {
      return this.sessions.verify(token);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  private async admit(socket: AppSocket): Promise<void> {
    releaseHandshake(socket);
    await socket.join(ownRooms(socket.data.actor));
    this.closeOldest(socket.data.actor);
    socket.use(([event, argument]) => void this.handleClientEvent(socket, String(event), argument));
    socket.on('error', () => undefined);
    // the session may have ended between the sign-in and the join, which no event would tell this socket
    await this.refresh([socket]);
    if (socket.disconnected) return;
    this.socketChanged(socket.data.actor, 'opened');
    socket.on('disconnect', () => {
      this.socketChanged(socket.data.actor, 'closed');
      this.rooms.socketClosed(socket);
    });
    socket.emit('ready');
  }

  /** Sends an event first, so that the admin's client only reconnects when its tab is visible again. */
  private closeOldest({ companyId, userId }: Actor): void {
    for (const oldest of this.socketsOf(companyId, userId).slice(0, -maxSocketsPerUser)) {
      oldest.emit('superseded');
      oldest.disconnect(true);
    }
  }

  /** A single listener handles all events, which uses less memory per socket than one for each. */
  private async handleClientEvent(socket: AppSocket, event: string, argument: unknown): Promise<void> {
    const allowed = await this.rate.consume(socket.id).then(
      () => true,
      () => false,
    );
    if (!allowed) return;
    const handle = this.clientEvents.get(event);
    if (handle) handle(socket.data.actor);
    else this.rooms.handleClientEvent(socket, event, argument);
  }
}

const unavailable = 'ERR_UNAVAILABLE';

function givenBy({ handshake: { query, auth } }: Pick<AppSocket, 'handshake'>): { token?: unknown; client?: unknown } {
  return { ...query, ...auth };
}

/** Tells the client that the session has ended, or that the server failed, but not the cause. */
function toConnectError(error: unknown): Error {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.message === 'ERR_SESSION_EXPIRED' ? error : new Error(unavailable);
}
