import { setTimeout as delay } from 'node:timers/promises';

const restMs = 1000;
/** Between two rounds while the doubt lasts: 4 to 6 seconds, so that processes do not keep in step. */
const lastingRestMs = (): number => 4000 + Math.random() * 2000;
const sliceMs = 25;
/** Every socket that is told asks for what its screen shows: some 200 a second are borne beside the work. */
const sliceSize = 5;

interface Rounds<S> {
  readonly sockets: () => readonly S[];
  /** Cuts and moves those whose rights changed, many in one statement. */
  readonly revalidate: (sockets: readonly S[]) => Promise<void>;
  /** Decides the rooms of one anew and tells it to ask. */
  readonly sendResync: (socket: S) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** After a doubt: first every socket's right to be there, then a word to each to ask for what it may have missed. */
export class ResyncScheduler<S> {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** What was asked for during a round: another one after so long. */
  private next: number | undefined;
  private endedAt = 0;
  private stopped = false;

  constructor(private readonly options: Rounds<S>) {}

  request(lasting: boolean): void {
    if (this.stopped) return;
    const rest = lasting ? lastingRestMs() : restMs;
    if (this.running) this.next = Math.min(rest, this.next ?? rest);
    else this.schedule(Math.max(0, this.endedAt + rest - Date.now()), lasting);
  }

  /** Only the first half, without a word to anybody. */
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
