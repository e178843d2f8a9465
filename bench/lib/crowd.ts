import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  buckets,
  bucketsPerMs,
  type Counts,
  type Member,
  type Muted,
  type Order,
  type State,
} from './crowd-messages.js';
import { pause } from './figures.js';
import { ended } from './started.js';

/** What all sockets together heard of the marked messages. */
export interface Heard extends Omit<Counts, 'histogram'> {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

interface Worker {
  readonly child: ChildProcess;
  ask(order: Order): Promise<unknown>;
}

/** Sockets of attendants, in processes of their own, so that a slow reader is theirs and not the generator's. */
export class Crowd {
  private constructor(private readonly workers: readonly Worker[]) {}

  /** All sockets of an account are in one process, as the tabs of a browser are on one machine. */
  static async open(url: string, members: readonly Member[], processes: number, atOnce: number): Promise<Crowd> {
    const crowd = new Crowd(Array.from({ length: processes }, startWorker));
    const accounts = [...new Set(members.map(({ user }) => user))];
    await Promise.all(
      crowd.workers.map((worker, index) => {
        const theirs = new Set(accounts.filter((_, position) => position % processes === index));
        const own = members.filter(({ user }) => theirs.has(user));
        return worker.ask({ do: 'open', url, members: own, atOnce: Math.ceil(atOnce / processes) });
      }),
    );
    return crowd;
  }

  async state(): Promise<State> {
    const states = (await this.all({ do: 'tell' })) as State[];
    const sum = (what: Exclude<keyof State, 'lastReady'>): number =>
      states.reduce((total, state) => total + state[what], 0);
    return {
      sockets: sum('sockets'),
      ready: sum('ready'),
      stuck: sum('stuck'),
      refreshed: sum('refreshed'),
      events: sum('events'),
      bytes: sum('bytes'),
      heard: sum('heard'),
      lastReady: Math.max(...states.map(({ lastReady }) => lastReady)),
      cpu: sum('cpu'),
    };
  }

  /** Until that many are in their rooms, or patience is at its end. */
  async until(ready: number, patienceMs: number): Promise<State> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const state = await this.state();
      if (state.ready >= ready || Date.now() > end) return state;
      await pause(100);
    }
  }

  /** From now on messages that carry the mark are written down, by their number. */
  async listenFor(mark: string, messages: number): Promise<void> {
    await this.all({ do: 'mark', mark, messages });
  }

  /** Their access tokens become these. */
  async expire(tokens: Readonly<Record<number, string>>): Promise<void> {
    await this.all({ do: 'expire', tokens });
  }

  /** Sockets of these accounts read nothing more; they are left out of what is counted. Answers their ports. */
  async mute(users: readonly number[]): Promise<number[]> {
    const muted = (await this.all({ do: 'mute', users })) as Muted[];
    return muted.flatMap(({ ports }) => ports);
  }

  /** By whom what should be heard; latency from message number `from` on. */
  async count(expected: Readonly<Record<number, readonly number[]>>, from = 0): Promise<Heard> {
    const all = (await this.all({ do: 'count', expected, from })) as Counts[];
    const sum = (what: 'expected' | 'missing' | 'doubled' | 'leaked'): number =>
      all.reduce((total, counts) => total + counts[what], 0);
    const histogram = all.reduce<number[]>(
      (total, counts) => total.map((count, bucket) => count + (counts.histogram[bucket] ?? 0)),
      new Array<number>(buckets).fill(0),
    );
    return {
      expected: sum('expected'),
      missing: sum('missing'),
      doubled: sum('doubled'),
      leaked: sum('leaked'),
      leaks: all.flatMap(({ leaks }) => leaks).slice(0, 5),
      p50: quantileOf(histogram, 0.5),
      p95: quantileOf(histogram, 0.95),
      p99: quantileOf(histogram, 0.99),
    };
  }

  get pids(): number[] {
    return this.workers.map(({ child }) => child.pid ?? 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map(({ child }) => ended(child)));
  }

  private all(order: Order): Promise<unknown[]> {
    return Promise.all(this.workers.map((worker) => worker.ask(order)));
  }
}

function startWorker(): Worker {
  const child = fork(fileURLToPath(new URL('../socket-worker.ts', import.meta.url)), [], {
    execArgv: process.execArgv,
  });
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (order: Order): Promise<unknown> =>
    new Promise((done, fail) => {
      const gone = (): void => fail(new Error('A process with sockets ended'));
      child.once('exit', gone);
      child.once('message', (answer) => {
        child.off('exit', gone);
        done(answer);
      });
      child.send(order);
    });
  return {
    child,
    // answers carry no number: one order after the other
    ask: (order) => {
      turn = turn.then(() => ask(order));
      return turn;
    },
  };
}

function quantileOf(histogram: readonly number[], part: number): number {
  const rank = histogram.reduce((sum, count) => sum + count, 0) * part;
  let below = 0;
  for (const [bucket, count] of histogram.entries()) {
    below += count;
    if (below > rank) return (bucket + 0.5) / bucketsPerMs;
  }
  return 0;
}
