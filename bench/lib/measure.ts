import { table } from '../../test/support/checks.js';
import { RetryingClient } from '../../test/support/retrying-client.js';
import type { api } from '../bare-http.js';
import type { ChildProgram } from './child-program.js';
import type { BenchDatabase, StatementStats } from './database.js';
import { type Latency, type LoadOptions, load } from './http-load.js';
import { kilobytes, median, ms, percent } from './report.js';
import { type Cpu, CpuMeter } from './resources.js';
import type { Scenario } from './scenarios.js';

export interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly latency: Latency;
  /** Of requests one after the other, with their jobs: p50 in ms, and what a request takes in the database. */
  readonly alone: { readonly p50: number; readonly statements: StatementStats };
  /** The same answer from Fastify alone under the same load. */
  readonly bare: Latency;
  readonly cpu: Cpu;
  /** CPU ms a request, with its jobs. */
  readonly cost: { readonly server: number; readonly database: number };
  /** Seconds until its jobs were done. */
  readonly settled: number | undefined;
}

export interface MeasureContext {
  readonly url: string;
  readonly server: number;
  readonly database: BenchDatabase;
  readonly bare: ChildProgram<typeof api>;
  readonly bareUrl: string;
  readonly load: Omit<LoadOptions, 'rate'>;
}

const requestsAlone = 40;

/** A scenario under load, and beside it what its statements and its answer take alone. */
export async function measure(context: MeasureContext, scenario: Scenario): Promise<Measured> {
  const { url, server, database, bare, bareUrl } = context;
  const { name, rate, call } = scenario;
  const client = new RetryingClient([url]);
  try {
    const example = await client.sendOnce(call(0));
    if (!example || example.status >= 300)
      throw new Error(`${name}: ${example?.status} ${example?.body.slice(0, 300)}`);
    await database.settled();
    const times: number[] = [];
    const total = await database.statementsOf(async () => {
      while (times.length < requestsAlone) {
        const started = performance.now();
        await client.sendOnce(call(times.length + 1));
        times.push(performance.now() - started);
      }
      await database.settled();
    });
    const each = (sum: number): number => sum / requestsAlone;
    const statements = { calls: each(total.calls), ms: each(total.ms), rows: each(total.rows) };
    const processes = { server, database: database.pid };
    const [answering, complete] = [new CpuMeter(processes), new CpuMeter(processes)];
    let settled: number | undefined;
    const latency = await load(
      url,
      (index) => call(requestsAlone + 1 + index),
      { ...context.load, rate },
      {
        warmedUp: () => {
          answering.start();
          complete.start();
        },
        after: async () => {
          answering.stop();
          settled = await database.settled(60);
          complete.stop();
        },
      },
    );
    const path = await bare.call.add(example.status, example.body);
    return {
      name,
      rate,
      latency,
      alone: { p50: median(times), statements },
      bare: await load(bareUrl, (index) => ({ ...call(index), path }), { ...context.load, rate, runs: 1 }),
      cpu: answering.shares,
      cost: {
        server: (complete.seconds.server * 1000) / latency.sent,
        database: (complete.seconds.database * 1000) / latency.sent,
      },
      settled,
    };
  } finally {
    await client.close();
  }
}

export function loadTable(all: readonly Measured[]): string {
  const head = [
    'ms',
    'a second',
    'p50',
    'p95',
    'p99',
    'failed',
    'answer',
    'server',
    'PostgreSQL',
    'generator',
    'others',
  ];
  const rows = all.map(({ name, rate, latency, cpu, settled }) => [
    name,
    String(rate),
    ...[latency.p50, latency.p95, latency.p99].map(ms),
    String(latency.failures.length),
    kilobytes(latency.bytes),
    ...[cpu.server, cpu.database, cpu.generator, cpu.others].map(percent),
    settled === undefined ? 'not in time' : `${settled.toFixed(1)} s`,
  ]);
  return table([[...head, 'jobs done after'], ...rows]);
}

export function costTable(all: readonly Measured[]): string {
  const head = ['a request, ms', 'CPU server', 'CPU PostgreSQL', 'statements', 'rows', 'SQL alone', 'HTTP alone p50'];
  const rows = all.map(({ name, cost, alone, bare }) => [
    name,
    ...[cost.server, cost.database].map((time) => time.toFixed(2)),
    ...[alone.statements.calls, alone.statements.rows].map((count) => count.toFixed(1)),
    alone.statements.ms.toFixed(2),
    ...[bare.p50, bare.p95, alone.p50].map(ms),
  ]);
  return table([[...head, 'p95', 'one by one p50'], ...rows]);
}
