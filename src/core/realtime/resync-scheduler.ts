import { setTimeout as delay } from 'node:timers/promises';

const minIntervalMs = 1000;
/** The interval while events keep getting lost: 4 to 6 seconds, so that processes do not do it at the same time. */
const persistentIntervalMs = (): number => 4000 + Math.random() * 2000;
const sliceMs = 25;
/** Every resynced client refetches its screen; the server can answer about 200 per second beside its other work. */
const sliceSize = 5;

interface ResyncOptions<S> {
  readonly sockets: () => readonly S[];
  /** Disconnects or moves the sockets whose access has changed. */
  readonly revalidate: (sockets: readonly S[]) => Promise<void>;
  /** Decides the rooms of a socket again, and makes its client refetch. */
  readonly sendResync: (socket: S) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** When events may have been lost, checks the access of every socket and then makes each client refetch. */
export class ResyncScheduler<S> {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** The delay before another round, if one was requested during a round. */
  private next: number | undefined;
  private endedAt = 0;
  private stopped = false;

  constructor(private readonly options: ResyncOptions<S>) {}

  request(lasting: boolean): void {
    if (this.stopped) return;
    const rest = lasting ? persistentIntervalMs() : minIntervalMs;
    if (this.running) this.next = Math.min(rest, this.next ?? rest);
    else this.schedule(Math.max(0, this.endedAt + rest - Date.now()), lasting);
  }

  /** Only checks the access of the sockets. */
  async revalidate(): Promise<void> {
    await this.options.revalidate(this.options.sockets()).catch(this.options.onError);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(afterMs: number, lasting: boolean): void {
    if (this.timer) {
      if (lasting) return;
      clearTimeout(this.timer);
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.runRound()
        .catch(this.options.onError)
        .finally(() => this.finishRound());
    }, afterMs);
  }

  private finishRound(): void {
    this.running = undefined;
    this.endedAt = Date.now();
    const { next } = this;
    this.next = undefined;
    if (next !== undefined && !this.stopped) this.schedule(next, false);
  }

  private async runRound(): Promise<void> {
    const sockets = this.options.sockets();
    await this.options.revalidate(sockets);
    for (let from = 0; from < sockets.length && !this.stopped; from += sliceSize) {
      if (from > 0) await delay(sliceMs);
      await Promise.all(sockets.slice(from, from + sliceSize).map(this.options.sendResync));
    }
  }
}
