import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { BaileysEventMap, ConnectionState, WAMessage, WASocket } from 'baileys';
import { databaseErrorToAppError } from '../../../../../core/errors/database-errors.js';
import type { HeldLease } from '../../../../../core/jobs/held-lease.js';
import type { InboundEvent, ProviderFailure } from '../channel.js';
import { storableJson } from '../graph/json-readers.js';
import type { SessionState } from '../session-reports.js';
import { AuthState } from './auth-state.js';
import { type Engine, silence } from './engine.js';
import { isGroup, isIgnored } from './jids.js';
import type { MessageStoreService, MessageToStore } from './message-store.service.js';
import {
  numberOf,
  type ParseContext,
  parseCall,
  parseLidMapping,
  parseMessage,
  parseReceipt,
  parseStatus,
  typingIn,
} from './parse.js';
import type { SealMedia } from './parse-content.js';
import { SessionActions } from './session-actions.js';
import { endings, statusCodeOf } from './session-errors.js';
import { type SessionStoreService, SessionTaken } from './session-store.service.js';
import type { OwnedSession, WantedSession } from './whatsapp-sessions.queries.js';

/** Functions of the process that a session needs. */
export interface SessionHost {
  readonly engine: Engine;
  readonly store: SessionStoreService;
  readonly messages: MessageStoreService;
  readonly seal: SealMedia;
  receive(events: readonly InboundEvent[]): Promise<void>;
  customerTyping(number: string): Promise<void>;
  /** Changes nothing when the session is no longer wanted or another start has replaced it. */
  report(session: OwnedSession, state: SessionState): Promise<void>;
  /** Stores the phone that is connected now. */
  connected(number: string, name: string | null): Promise<void>;
  ended(failure: ProviderFailure): Promise<void>;
  /** Another process runs the session now. */
  taken(): void;
}

/** The objects of one start. */
interface Opened {
  readonly session: OwnedSession;
  readonly auth: AuthState;
  readonly socket: WASocket;
}

interface Parsed<T> {
  readonly item: T;
  readonly event: InboundEvent;
}

const restartRequired = 515;
const timedOut = 408;
const backoff = { firstMs: 1_000, ceilingMs: 60_000 };
/** After this many failures in a row managers see that the session does not connect. */
const failuresToTell = 5;
const groupNameTimeoutMs = 3_000;
const logoutTimeoutMs = 3_000;
const late = Symbol('late');
const retryMs = 500;
/** Attempts to store an event while the database works. */
const maxAttempts = 4;

const browser: [string, string, string] = ['Atende', 'Chrome', '1.0'];
/** WhatsApp accepts a typed code only from a browser on an operating system that it knows (PR 2769 of the library). */
const browserOfCode: [string, string, string] = ['Windows', 'Chrome', '10.0'];

const isUnavailable = (error: unknown): boolean => databaseErrorToAppError(error)?.code === 'ERR_UNAVAILABLE';

const endSocket = (socket: WASocket | undefined): void =>
  void Promise.resolve(socket?.end(undefined)).catch(() => undefined);

/** One connection with a phone, while this process has its lease. */
export class WhatsappSession {
  private readonly logger = new Logger('WhatsApp');
  private readonly groupNames = new Map<string, string>();
  /** Pending requests for names of groups. */
  private readonly naming = new Map<string, Promise<void>>();
  /** Sockets that have shown a code for pairing. */
  private readonly pairing = new WeakSet<WASocket>();
  private socket: WASocket | undefined;
  private live: SessionActions | undefined;
  private owned: OwnedSession | undefined;
  /** Number of the current start: events from sockets of earlier starts are ignored. */
  private run = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();

  constructor(
    public wanted: WantedSession,
    private readonly lease: HeldLease,
    private readonly host: SessionHost,
  ) {
    lease.signal.addEventListener('abort', () => this.stop());
  }

  /** undefined while the phone is not connected. */
  get actions(): SessionActions | undefined {
    return this.lease.valid() ? this.live : undefined;
  }

  /** Connects; a connected session connects again. */
  start(): void {
    this.close();
    const run = this.run;
    this.open(run).catch((error: unknown) => {
      this.logger.warn({ msg: 'session not opened', connectionId: this.wanted.connectionId, reason: String(error) });
      if (this.isCurrent(run)) this.reconnect();
    });
  }

  /** Starts again because a manager requested it. */
  restart(wanted: WantedSession): void {
    this.wanted = wanted;
    this.failures = 0;
    this.start();
  }

  stop(): void {
    this.close();
  }

  /**
   * No manager wants the session any more: a connected phone removes this device, and its keys are deleted. A phone
   * that is offline keeps the device, which may then be connected again.
   */
  async unlink(): Promise<void> {
    const { owned, actions } = this;
    const socket = this.detach();
    try {
      if (actions && socket && owned) {
        await this.settled();
        const answer = await Promise.race([socket.logout(), wait(logoutTimeoutMs, late, { ref: false })]);
        if (answer !== late) await this.host.store.forget(owned);
      }
    } catch (error) {
      const { connectionId } = this.wanted;
      this.logger.warn({ msg: 'device not removed from its phone', connectionId, reason: String(error) });
    }
    endSocket(socket);
  }

  /** Whether this process still runs the session, connected or not. */
  get isOwned(): boolean {
    return this.lease.valid();
  }

  /** Resolves when all received events are stored. */
  async settled(): Promise<void> {
    await Promise.all(this.naming.values());
    await this.working;
  }

  private endActions(): void {
    this.live?.end();
    this.live = undefined;
  }

  private isCurrent(run: number): boolean {
    return run === this.run && this.lease.valid();
  }

  private close(): void {
    endSocket(this.detach());
  }

  /** Later events of the socket are ignored. */
  private detach(): WASocket | undefined {
    const { socket } = this;
    // WhatsApp considers these events delivered, and the library discards them when it ends
    socket?.ev.flush();
    this.run += 1;
    clearTimeout(this.timer);
    this.endActions();
    this.socket = undefined;
    return socket;
  }

  private async open(run: number): Promise<void> {
    const { engine, store, messages } = this.host;
    if (!this.isCurrent(run)) return;
    const session = await store.take(this.wanted, this.lease);
    if (!session || !this.isCurrent(run)) return;
    this.owned = session;
    const auth = new AuthState(session, store, engine, () => {
      if (run === this.run) this.host.taken();
    });
    const leftBehind = await auth.received.leftBehind();
    if (!this.isCurrent(run)) return;
    const tell = (state: SessionState): void => this.tell(run, session, state);
    if (this.failures >= failuresToTell) tell({ status: 'TIMEOUT', qrcode: '' });
    else if (auth.isPaired) tell({ status: 'OPENING', qrcode: '' });
    const socket = engine.makeWASocket({
      auth: { creds: auth.creds, keys: auth.keys },
      logger: silence,
      browser: session.pairNumber === null ? browser : browserOfCode,
      // so that the phone keeps showing its notifications
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      shouldIgnoreJid: isIgnored,
      getMessage: async ({ id }) =>
        id ? ((await messages.find(session, id, engine))?.message ?? undefined) : undefined,
      makeSignalRepository: auth.makeSignalRepository,
    });
    this.socket = socket;
    auth.received.watch(socket);
    const opened: Opened = { session, auth, socket };
    const on = <T extends keyof BaileysEventMap>(event: T, handle: (data: BaileysEventMap[T]) => void): void =>
      socket.ev.on(event, (data) => {
        if (run === this.run) handle(data);
      });
    const context = this.parseContext(socket, session);
    if (leftBehind.length > 0) this.receive(opened, leftBehind, context);
    // also while the process stops; a write after a new owner took over is refused
    on('creds.update', () => this.queue(() => auth.saveCreds()));
    on('connection.update', (update) => this.connectionChanged(run, opened, update));
    on('messages.upsert', ({ messages: received }) => this.receive(opened, received, context));
    on('messages.update', (updates) => this.store(updates, (update) => parseStatus(update, context)));
    on('message-receipt.update', (receipts) => this.store(receipts, (receipt) => parseReceipt(receipt, context)));
    on('call', (calls) => this.store(calls, (call) => parseCall(call, context)));
    on('lid-mapping.update', (mapping) => this.store([mapping], async () => parseLidMapping(mapping)));
    on('presence.update', (presence) => void this.typing(presence, context));
  }

  private connectionChanged(
    run: number,
    { session, auth, socket }: Opened,
    { connection, qr, isNewLogin, lastDisconnect }: Partial<ConnectionState>,
  ): void {
    if (qr) this.showCode(run, session, socket, qr);
    if (isNewLogin) this.tell(run, session, { status: 'PAIRING', qrcode: '' });
    // from the login on the library buffers events for up to 30 s; when the socket ends they would be lost
    if (connection === 'connecting' || connection === 'close') socket.ev.flush();
    if (connection === 'open') {
      this.failures = 0;
      const { engine, messages } = this.host;
      this.live = new SessionActions(socket, { engine, session, messages, isOwner: () => this.isCurrent(run) });
      const { id = '', name } = auth.creds.me ?? {};
      this.queue(() => this.host.connected(numberOf(id), name && name !== '~' ? name : null), run);
      this.tell(run, session, { status: 'CONNECTED', qrcode: '' });
    }
    if (connection === 'close') {
      const code = statusCodeOf(lastDisconnect?.error);
      // a failed connection has the same code as a pairing code that nobody scanned
      if (code === timedOut && !auth.isPaired && this.pairing.has(socket)) this.notScanned(run, session);
      else this.closed(run, session, code);
    }
  }

  private notScanned(run: number, session: OwnedSession): void {
    this.queue(async () => {
      await this.host.report(session, { status: 'TIMEOUT', qrcode: '' });
      await this.host.store.end(session, true);
    }, run);
  }

  private closed(run: number, session: OwnedSession, code: number | undefined): void {
    const { store, ended } = this.host;
    this.endActions();
    this.logger.log({ msg: 'session closed', connectionId: session.connectionId, code });
    const ending = code === undefined ? undefined : endings[code];
    if (ending) {
      this.queue(async () => {
        if (await store.end(session, ending.forget)) await ended(ending);
      }, run);
    } else this.queue(async () => (code === restartRequired ? this.start() : this.reconnect()), run);
  }

  private reconnect(): void {
    this.failures += 1;
    const longest = Math.min(backoff.ceilingMs, backoff.firstMs * 2 ** Math.min(this.failures - 1, 10));
    this.timer = setTimeout(() => this.start(), longest * (0.5 + Math.random() / 2));
  }

  /** A typed code is requested once; the library still emits codes to scan, which are ignored. */
  private showCode(run: number, session: OwnedSession, socket: WASocket, qr: string): void {
    const { pairNumber } = session;
    const isFirst = !this.pairing.has(socket);
    this.pairing.add(socket);
    if (pairNumber === null) this.tell(run, session, { status: 'qrcode', qrcode: qr });
    else if (isFirst) {
      this.queue(async () => {
        const code = await socket.requestPairingCode(pairNumber);
        await this.host.report(session, { status: 'qrcode', qrcode: `${code.slice(0, 4)}-${code.slice(4)}` });
      }, run);
    }
  }

  /** The name of an unknown group is requested first; messages of other chats do not wait for it. */
  private receive(opened: Opened, received: readonly WAMessage[], context: ParseContext): void {
    const isUnnamed = (jid: string): boolean => isGroup(jid) && !this.groupNames.has(jid);
    const groups = Map.groupBy(received, ({ key: { remoteJid: jid } }) => (jid && isUnnamed(jid) ? jid : null));
    for (const [jid, messages] of groups) {
      const store = (): void => this.storeMessages(opened, messages, context);
      if (jid === null) store();
      else void this.nameGroup(opened.socket, jid).then(store);
    }
  }

  private storeMessages({ session, auth }: Opened, received: readonly WAMessage[], context: ParseContext): void {
    const { messages, engine } = this.host;
    const parse = (message: WAMessage) => parseMessage(message, context);
    const before = async (parsed: readonly Parsed<WAMessage>[]): Promise<void> => {
      const kept: MessageToStore[] = parsed.flatMap(({ item, event }) =>
        event.kind === 'message' ? [{ ...item, external: event.group?.id ?? event.from }] : [],
      );
      await this.storeEach(kept, (some) => messages.save(session, some, engine));
    };
    this.store(received, parse, { before, after: () => auth.received.handedOver(received) });
  }

  /** The events are parsed once, however often storing them is tried. */
  private store<T>(
    reported: readonly T[],
    parse: (item: T) => Promise<InboundEvent | null>,
    more: { before?: (parsed: readonly Parsed<T>[]) => Promise<void>; after?: () => Promise<void> } = {},
  ): void {
    let parsed: Parsed<T>[] | undefined;
    this.queue(async () => {
      parsed ??= await this.parsed(reported, parse);
      await more.before?.(parsed);
      const events = parsed.map(({ event }) => event);
      await this.storeEach(events, (some) => this.host.receive(some));
      await more.after?.();
    });
  }

  /** An event that cannot be read must not block the others. */
  private async parsed<T>(
    reported: readonly T[],
    parse: (item: T) => Promise<InboundEvent | null>,
  ): Promise<Parsed<T>[]> {
    const parsed: Parsed<T>[] = [];
    for (const item of reported) {
      try {
        const event = await parse(item);
        if (event) parsed.push({ item, event: storableJson(event) as InboundEvent });
      } catch (error) {
        if (isUnavailable(error)) throw error;
        const { connectionId } = this.wanted;
        this.logger.error({ msg: 'event of a session not read', connectionId, reason: String(error) });
      }
    }
    return parsed;
  }

  /** Stores all at once; if that fails, one by one, so that a single one does not block the others. */
  private async storeEach<T>(items: readonly T[], store: (items: readonly T[]) => Promise<void>): Promise<void> {
    try {
      await store(items);
    } catch (failure) {
      if (isUnavailable(failure)) throw failure;
      for (const item of items) {
        try {
          await store([item]);
        } catch (error) {
          if (isUnavailable(error)) throw error;
          const { connectionId } = this.wanted;
          this.logger.error({ msg: 'event of a session not stored', connectionId, reason: String(error) });
        }
      }
    }
  }

  private async typing(presence: BaileysEventMap['presence.update'], context: ParseContext): Promise<void> {
    const number = await typingIn(presence, context).catch(() => null);
    if (number !== null) await this.host.customerTyping(number).catch(() => undefined);
  }

  private tell(run: number, session: OwnedSession, state: SessionState): void {
    this.queue(() => this.host.report(session, state), run);
  }

  /**
   * Runs jobs one after the other, and repeats them while the database is away, as WhatsApp does not send events again.
   * @param run the job is dropped once a later start or another process has replaced this start
   */
  private queue(work: () => Promise<void>, run?: number): void {
    this.working = this.working.then(async () => {
      for (let attempt = 1; run === undefined || this.isCurrent(run); attempt += 1) {
        try {
          return await work();
        } catch (error) {
          if (error instanceof SessionTaken) return;
          const { connectionId } = this.wanted;
          this.logger.warn({ msg: 'event of a session not stored', connectionId, attempt, reason: String(error) });
          if (!isUnavailable(error) && attempt >= maxAttempts) return;
          await wait(retryMs);
        }
      }
    });
  }

  private parseContext(socket: WASocket, { salt }: OwnedSession): ParseContext {
    return {
      salt,
      seal: this.host.seal,
      phoneOf: async (lid) => (await socket.signalRepository.lidMapping.getPNForLID(lid)) ?? null,
      groupName: async (jid) => this.groupNames.get(jid) ?? null,
    };
  }

  private nameGroup(socket: WASocket, jid: string): Promise<void> {
    const pending = this.naming.get(jid);
    if (pending) return pending;
    const late = wait(groupNameTimeoutMs, null, { ref: false });
    const asked = Promise.race([socket.groupMetadata(jid).catch(() => null), late]).then((group) => {
      if (group) this.groupNames.set(jid, group.subject);
      this.naming.delete(jid);
    });
    this.naming.set(jid, asked);
    return asked;
  }
}
