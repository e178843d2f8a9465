import { pause } from './figures.js';
import { cpuOf, cpuOfFamily, cpuOfMachine } from './processes.js';

const who = ['server', 'database', 'generator', 'others'] as const;

/** Shares of one core; `others` is whatever else ran on the machine. */
export type Shares = Readonly<Record<(typeof who)[number], number>>;

type Seconds = Record<(typeof who)[number], number>;

export interface Processes {
  readonly serverPid: number;
  readonly databasePid: number;
}

const windowMs = 400;
/** Of a core, below which the machine counts as ours. */
const quietShare = 0.3;

/** Whose CPU was used while something of ours ran, and nothing in between. */
export class CpuMeter {
  private readonly sums: Seconds = { server: 0, database: 0, generator: 0, others: 0 };
  private elapsed = 0;

  constructor(private readonly processes: Processes) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    const from = { at: performance.now(), ...this.now() };
    try {
      return await work();
    } finally {
      const to = this.now();
      this.elapsed += (performance.now() - from.at) / 1000;
      for (const name of who) this.sums[name] += to[name] - from[name];
    }
  }

  get shares(): Shares {
    const share = (name: keyof Seconds): number => this.sums[name] / this.elapsed;
    return {
      server: share('server'),
      database: share('database'),
      generator: share('generator'),
      others: share('others'),
    };
  }

  get seconds(): Readonly<Seconds> {
    return this.sums;
  }

  /** Until the rest of the machine leaves us alone for a moment, or patience is at its end. */
  async quiet(patienceSeconds: number): Promise<void> {
    const until = performance.now() + patienceSeconds * 1000;
    while (performance.now() < until) {
      const look = new CpuMeter(this.processes);
      await look.during(() => pause(windowMs));
      if (look.shares.others < quietShare) return;
    }
  }

  private now(): Seconds {
    const { serverPid, databasePid } = this.processes;
    const [server, database, generator] = [cpuOf(serverPid) ?? 0, cpuOfFamily(databasePid), cpuOf(process.pid) ?? 0];
    return { server, database, generator, others: cpuOfMachine() - server - database - generator };
  }
}
