import { cpuOf, cpuOfMachine, cpuWithChildren } from '../../test/support/proc.js';
import { sum } from './report.js';

export interface MeteredProcesses {
  readonly server: number;
  /** The postmaster. */
  readonly database?: number | undefined;
  /** Those that hold sockets. */
  readonly receivers?: readonly number[];
}

/** CPU seconds, or shares of one core; `others` is everything else on the machine. */
export type Cpu = Readonly<Record<'server' | 'database' | 'generator' | 'receivers' | 'others', number>>;

/** CPU time between start() and stop(), summed over all intervals. */
export class CpuMeter {
  elapsed = 0;
  private used: Record<keyof Cpu, number> = { server: 0, database: 0, generator: 0, receivers: 0, others: 0 };
  private from: { readonly at: number; readonly cpu: Cpu } | undefined;

  constructor(private readonly processes: MeteredProcesses) {}

  start(): void {
    this.from = { at: performance.now(), cpu: this.now() };
  }

  stop(): void {
    if (!this.from) return;
    const cpu = this.now();
    this.elapsed += (performance.now() - this.from.at) / 1000;
    for (const name of Object.keys(cpu) as (keyof Cpu)[]) this.used[name] += cpu[name] - this.from.cpu[name];
    this.from = undefined;
  }

  get seconds(): Cpu {
    return this.used;
  }

  get shares(): Cpu {
    const shares = Object.entries(this.used).map(([name, seconds]) => [name, seconds / this.elapsed]);
    return Object.fromEntries(shares) as Cpu;
  }

  private now(): Cpu {
    const { server, database, receivers = [] } = this.processes;
    const own = {
      server: cpuOf(server),
      database: database === undefined ? 0 : cpuWithChildren(database),
      generator: cpuOf(process.pid),
      receivers: sum(receivers.map(cpuOf)),
    };
    return { ...own, others: cpuOfMachine() - sum(Object.values(own)) };
  }
}
