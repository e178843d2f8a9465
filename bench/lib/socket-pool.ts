import { setTimeout as delay } from 'node:timers/promises';
import { type ChildProgram, forkProgram } from '../../test/support/child-program.js';
import type { Audience, api, SocketAccount } from '../socket-clients.js';
import { quantile, sum } from './report.js';

type Api = typeof api;
export type SocketState = ReturnType<Api['state']>;

export type Counts = ReturnType<Api['count']>;

/** What all sockets together received of the recorded messages; latencies in ms. */
export interface Deliveries extends Counts {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

const processes = 2;
const handshakesEach = 100;
const patienceMs = 60_000;
const lateMs = 1_500;

/** Adds numbers by their names. */
function added<T extends Record<string, number>>(all: readonly T[]): T {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, sum(all.map((each) => each[name] ?? 0))])) as T;
}

/** Attendants' sockets in child processes. */
export class SocketPool {
  private constructor(private readonly programs: readonly ChildProgram<Api>[]) {}

  /** All sockets of an account are in one process, as tabs are in one browser. */
  static async open(url: string, accounts: readonly SocketAccount[]): Promise<SocketPool> {
    const programs = Array.from({ length: processes }, () =>
      forkProgram<Api>(new URL('../socket-clients.ts', import.meta.url)),
    );
    const users = [...new Set(accounts.map(({ user }) => user))];
    await Promise.all(
      programs.map(({ call }, index) => {
        const own = new Set(users.filter((_, position) => position % processes === index));
        const those = accounts.filter(({ user }) => own.has(user));
        return call.open(url, those, handshakesEach);
      }),
    );
    return new SocketPool(programs);
  }

  get pids(): number[] {
    return this.programs.map(({ pid }) => pid);
  }

  async state(): Promise<SocketState> {
    const states = await this.all(({ state }) => state());
    return { ...added(states), lastReady: Math.max(...states.map(({ lastReady }) => lastReady)) };
  }

  /** Until so many are ready, or a timeout. */
  async ready(count: number, timeout = patienceMs): Promise<SocketState> {
    for (const end = Date.now() + timeout; ; await delay(100)) {
      const state = await this.state();
      if (state.ready >= count || Date.now() > end) return state;
    }
  }

  async record(marker: string, messages: number): Promise<void> {
    await this.all(({ record }) => record(marker, messages));
  }

  /** @returns how many sockets that are */
  async stopReading(users: readonly number[]): Promise<number> {
    return sum(await this.all(({ stopReading }) => stopReading(users)));
  }

  count(audience: Audience): Promise<Counts> {
    return this.all(({ count }) => count(audience)).then(added);
  }

  /** Until nothing is missing, or a timeout; then a moment more for late duplicates. */
  async received(audience: Audience, from = 0): Promise<Deliveries> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await delay(500))
      if ((await this.count(audience)).missing === 0) break;
    await delay(lateMs);
    const latencies = (await this.all((call) => call.latencies(from))).flat();
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((part) => quantile(latencies, part));
    return { ...(await this.count(audience)), p50, p95, p99 };
  }

  async close(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop()));
  }

  private all<T>(fn: (call: ChildProgram<Api>['call']) => Promise<T>): Promise<T[]> {
    return Promise.all(this.programs.map(({ call }) => fn(call)));
  }
}
