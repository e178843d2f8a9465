import { io, type Socket } from 'socket.io-client';

export interface ReceivedEvent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Wanted = (payload: Readonly<Record<string, unknown>>) => boolean;

interface Waiter {
  readonly wants: (event: ReceivedEvent) => boolean;
  readonly resolve: (event: ReceivedEvent) => void;
}

const patienceMs = 60_000;

/** One socket of one user, with all events it received. */
export class LiveSocket {
  readonly received: ReceivedEvent[] = [];
  /** Why it was disconnected. */
  closeReason: string | undefined;
  private readonly consumed = new Set<ReceivedEvent>();
  private waiters: Waiter[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly companyId: number | undefined,
  ) {
    socket.onAny((name: string, payload: ReceivedEvent['payload'] = {}) => this.record({ name, payload }));
    socket.on('disconnect', (reason) => {
      this.closeReason = reason;
      this.record({ name: 'disconnect', payload: { reason } });
    });
  }

  /** @throws the error with which the server refused the handshake, or with what it sent before it disconnected */
  static async open(
    url: string,
    token: string,
    companyId: number | undefined,
    transports: ('websocket' | 'polling')[] = ['websocket'],
  ): Promise<LiveSocket> {
    const socket = io(url, { auth: { token }, transports, reconnection: false, forceNew: true });
    const live = new LiveSocket(socket, companyId);
    const refused = new Promise<never>((_, reject) => socket.once('connect_error', reject));
    try {
      const { name } = await Promise.race([live.take(['ready', 'disconnect'], () => true), refused]);
      if (name === 'disconnect') throw new Error(`Disconnected before it was ready: ${live.lastReceived()}`);
    } catch (error) {
      socket.close();
      throw error;
    }
    return live;
  }

  /** The next event `company-{own}-{suffix}` that matches and was not returned before. */
  async next<T extends object = Record<string, unknown>>(suffix: string, wanted: Wanted = () => true): Promise<T> {
    return this.nextNamed<T>(`company-${this.companyId}-${suffix}`, wanted);
  }

  async nextNamed<T extends object = Record<string, unknown>>(name: string, wanted: Wanted = () => true): Promise<T> {
    return (await this.take([name], wanted)).payload as T;
  }

  /** Events of that suffix received so far. */
  all<T extends object = Record<string, unknown>>(suffix: string): T[] {
    return this.received
      .filter(({ name }) => name === `company-${this.companyId}-${suffix}`)
      .map(({ payload }) => payload as T);
  }

  emit(name: string, ...args: unknown[]): void {
    this.socket.emit(name, ...args);
  }

  /** Joins a room. @returns whether the server accepted, or its error code */
  async join(name: string, argument?: unknown): Promise<'joined' | string> {
    this.socket.emit(`join${name}`, argument);
    const fits: Wanted = (payload) => payload['name'] === name && (payload['argument'] ?? null) === (argument ?? null);
    const { payload } = await this.take(['joined', 'refused'], fits);
    return typeof payload['error'] === 'string' ? payload['error'] : 'joined';
  }

  /** Resolves when everything that the server sent before has arrived: the order is kept. */
  async flush(): Promise<void> {
    if (this.closeReason === undefined) await this.join('ChatBox', 0);
  }

  /** Resolves when it uses that transport. */
  async upgradedTo(transport: 'websocket' | 'polling'): Promise<void> {
    const { engine } = this.socket.io;
    if (engine.transport.name !== transport) await new Promise((resolve) => engine.once('upgrade', resolve));
  }

  /** Stays connected and reads nothing, like a page on a sleeping laptop. */
  pause(): void {
    this.websocket?.pause();
  }

  /** A client that has noticed by itself that it was disconnected has no websocket any more. */
  resume(): void {
    this.websocket?.resume();
  }

  close(): void {
    this.socket.close();
  }

  private get websocket(): { pause(): void; resume(): void } | null {
    return (this.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } | null }).ws;
  }

  private lastReceived(): string {
    const last = this.received.slice(-8);
    return last.map(({ name, payload }) => `${name} ${JSON.stringify(payload).slice(0, 120)}`).join(' | ');
  }

  private async take(names: readonly string[], wanted: Wanted): Promise<ReceivedEvent> {
    const wants = (event: ReceivedEvent): boolean =>
      names.includes(event.name) && !this.consumed.has(event) && wanted(event.payload);
    const event = this.received.find(wants) ?? (await this.wait(names.join(' or '), wants));
    this.consumed.add(event);
    return event;
  }

  private record(event: ReceivedEvent): void {
    this.received.push(event);
    const waiter = this.waiters.find(({ wants }) => wants(event));
    if (!waiter) return;
    this.waiters = this.waiters.filter((each) => each !== waiter);
    // reserved for the waiter, whose promise resolves later
    this.consumed.add(event);
    waiter.resolve(event);
  }

  private wait(name: string, wants: Waiter['wants']): Promise<ReceivedEvent> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        wants,
        resolve: (event) => {
          clearTimeout(timer);
          resolve(event);
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((each) => each !== waiter);
        reject(new Error(`${name} was not received in ${patienceMs} ms; received: ${this.lastReceived()}`));
      }, patienceMs);
      timer.unref();
      this.waiters.push(waiter);
    });
  }
}
