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
import { numberOf, type ParseContext, parseCall, parseMessage, parseReceipt, parseStatus, typingIn } from './parse.js';
import type { SealMedia } from './parse-content.js';
import { SessionActions } from './session-actions.js';
import { endings, statusCodeOf } from './session-errors.js';
import { type SessionStoreService, SessionTaken } from './session-store.service.js';
import type { OwnedSession, WantedSession } from './whatsapp-sessions.queries.js';

/** What a session needs of the process that runs it. */
export interface SessionHost {
  readonly engine: Engine;
  readonly store: SessionStoreService;
  readonly messages: MessageStoreService;
  readonly seal: SealMedia;
  receive(events: readonly InboundEvent[]): Promise<void>;
  customerTyping(number: string): Promise<void>;
  /** Nothing where the session is not wanted any more, or another start has replaced it. */
  report(session: OwnedSession, state: SessionState): Promise<void>;
  /** The phone that is connected now. */
  connected(number: string, name: string | null): Promise<void>;
  ended(failure: ProviderFailure): Promise<void>;
  /** Another process runs it now. */
  taken(): void;
}

/** What one start has. */
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
/** After so many failures in a row managers see that it does not connect. */
const failuresToTell = 5;
const groupNameTimeoutMs = 3_000;
const logoutTimeoutMs = 3_000;
const late = Symbol('late');
const retryMs = 500;
/** Where the database answers. */
const maxAttempts = 4;

const browser: [string, string, string] = ['Atende', 'Chrome', '1.0'];
/** WhatsApp takes a code that is typed only from a browser on a system that it knows (PR 2769 of the library). */
const browserOfCode: [string, string, string] = ['Windows', 'Chrome', '10.0'];

const isUnavailable = (error: unknown): boolean => databaseErrorToAppError(error)?.code === 'ERR_UNAVAILABLE';

const endSocket = (socket: WASocket | undefined): void =>
  void Promise.resolve(socket?.end(undefined)).catch(() => undefined);

/** One connection with a phone, while this process has its lease. */
export class WhatsappSession {
  private readonly logger = new Logger('WhatsApp');
  private readonly groupNames = new Map<string, string>();
  /** Groups whose name is being asked for. */
  private readonly naming = new Map<string, Promise<void>>();
  /** Sockets that have shown a code. */
  private readonly pairing = new WeakSet<WASocket>();
  private socket: WASocket | undefined;
  private live: SessionActions | undefined;
  private owned: OwnedSession | undefined;
  /** Grows with each start: what an earlier socket still reports is ignored. */
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

  /** Connects, anew if it is connected. */
  start(): void {
    this.close();
    const run = this.run;
    this.open(run).catch((error: unknown) => {
      this.logger.warn({ msg: 'session not opened', connectionId: this.wanted.connectionId, reason: String(error) });
      if (this.isCurrent(run)) this.reconnect();
    });
  }

  /** A manager asked for it. */
  restart(wanted: WantedSession): void {
    this.wanted = wanted;
    this.failures = 0;
    this.start();
  }

  stop(): void {
    this.close();
  }

  /**
   * No manager wants it any more: a phone that is connected removes this device, and its keys are forgotten. One that is
   * away keeps the device, which may then be connected again.
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

  /** Whether this process still runs it, connected or not. */
  get isOwned(): boolean {
    return this.lease.valid();
  }

  /** When everything that was received is stored. */
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

  /** What the socket reports from now on is ignored. */
  private detach(): WASocket | undefined {
    const { socket } = this;
    // WhatsApp has been told that these have arrived, and the library discards them when it ends
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
      // the phone keeps its notifications
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
    // also when the process stops meanwhile: a later owner refuses it
    on('creds.update', () => this.queue(() => auth.saveCreds()));
    on('connection.update', (update) => this.connectionChanged(run, opened, update));
    on('messages.upsert', ({ messages: received }) => this.receive(opened, received, context));
    on('messages.update', (updates) => this.store(updates, (update) => parseStatus(update, context)));
    on('message-receipt.update', (receipts) => this.store(receipts, (receipt) => parseReceipt(receipt, context)));
    on('call', (calls) => this.store(calls, (call) => parseCall(call, context)));
    on('presence.update', (presence) => void this.typing(presence, context));
  }

  private connectionChanged(
    run: number,
    { session, auth, socket }: Opened,
    { connection, qr, isNewLogin, lastDisconnect }: Partial<ConnectionState>,
  ): void {
    if (qr) this.showCode(run, session, socket, qr);
    if (isNewLogin) this.tell(run, session, { status: 'PAIRING', qrcode: '' });
    // from the login on the library keeps events back, for up to half a minute; of a socket that has ended they would be lost
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
      // a connection that fails has the same code as one on which nobody scanned what was shown
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

  /** A code that is typed on the phone is asked for once; the library offers others to scan meanwhile. */
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

  /** The name of an unknown group is asked for first, which what others write does not wait for. */
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

  /** Parsed once, however often it is tried to store it. */
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

  /** What cannot be read must not keep what comes with it. */
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

  /** All at once; where that fails one by one, so that one that cannot be stored does not keep the others. */
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
   * One after the other, repeated while the database is away: WhatsApp does not send again what it has sent.
   * @param run dropped when a later start, or another process, makes it void
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
