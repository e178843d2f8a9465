import { io, type Socket } from 'socket.io-client';

export interface ReceivedEvent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Wanted = (payload: Readonly<Record<string, unknown>>) => boolean;

interface Waiter {
  readonly wants: (heard: ReceivedEvent) => boolean;
  readonly resolve: (heard: ReceivedEvent) => void;
}

const patienceMs = 15_000;

/** One socket of one person, with everything it heard. */
export class LiveSocket {
  readonly received: ReceivedEvent[] = [];
  /** Why the server or the network ended it. */
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

  /** @throws what the server refused the handshake with. */
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
      await Promise.race([live.nextNamed('ready'), refused]);
    } catch (error) {
      socket.close();
      throw error;
    }
    return live;
  }

  /** The next event `company-{own}-{suffix}` that nobody took yet and that fits. */
  async next<T extends object = Record<string, unknown>>(suffix: string, wanted: Wanted = () => true): Promise<T> {
    return this.nextNamed<T>(`company-${this.companyId}-${suffix}`, wanted);
  }

  async nextNamed<T extends object = Record<string, unknown>>(name: string, wanted: Wanted = () => true): Promise<T> {
    return (await this.take([name], wanted)).payload as T;
  }

  /** Events of that suffix heard so far. */
  all<T extends object = Record<string, unknown>>(suffix: string): T[] {
    return this.received
      .filter(({ name }) => name === `company-${this.companyId}-${suffix}`)
      .map(({ payload }) => payload as T);
  }

  emit(name: string, ...args: unknown[]): void {
    this.socket.emit(name, ...args);
  }

  /** Joins and answers whether the server let us, or the code it refused with. */
  async join(name: string, argument?: unknown): Promise<'joined' | string> {
    this.socket.emit(`join${name}`, argument);
    const fits: Wanted = (payload) => payload['name'] === name && (payload['argument'] ?? null) === (argument ?? null);
    const { payload } = await this.take(['joined', 'refused'], fits);
    return typeof payload['error'] === 'string' ? payload['error'] : 'joined';
  }

  /** Resolves when everything the server sent before has arrived: answers come in the order they were sent. */
  async flush(): Promise<void> {
    if (this.closeReason === undefined) await this.join('ChatBox', 0);
  }

  /** Resolves when it goes over that transport. */
  async upgradedTo(transport: 'websocket' | 'polling'): Promise<void> {
    const { engine } = this.socket.io;
    if (engine.transport.name !== transport) await new Promise((resolve) => engine.once('upgrade', resolve));
  }

  /** Stays connected and reads nothing, as a page does on a laptop that sleeps. */
  pause(): void {
    this.websocket.pause();
  }

  resume(): void {
    this.websocket.resume();
  }

  close(): void {
    this.socket.close();
  }

  private get websocket(): { pause(): void; resume(): void } {
    return (this.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
  }

  private async take(names: readonly string[], wanted: Wanted): Promise<ReceivedEvent> {
    const wants = (heard: ReceivedEvent): boolean =>
      names.includes(heard.name) && !this.consumed.has(heard) && wanted(heard.payload);
    const heard = this.received.find(wants) ?? (await this.wait(names.join(' or '), wants));
    this.consumed.add(heard);
    return heard;
  }

  private record(heard: ReceivedEvent): void {
    this.received.push(heard);
    const waiter = this.waiters.find(({ wants }) => wants(heard));
    if (!waiter) return;
    this.waiters = this.waiters.filter((each) => each !== waiter);
    // nobody else may take it before the one who waited wakes up
    this.consumed.add(heard);
    waiter.resolve(heard);
  }

  private wait(name: string, wants: Waiter['wants']): Promise<ReceivedEvent> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        wants,
        resolve: (heard) => {
          clearTimeout(timer);
          resolve(heard);
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((each) => each !== waiter);
        const last = this.received
          .slice(-8)
          .map((heard) => `${heard.name} ${JSON.stringify(heard.payload).slice(0, 120)}`);
        reject(new Error(`${name} was not heard in ${patienceMs} ms; heard: ${last.join(' | ')}`));
      }, patienceMs);
      timer.unref();
      this.waiters.push(waiter);
    });
  }
}
