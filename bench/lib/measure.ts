import { table } from '../../test/support/checks.js';
import type { ChildProgram } from '../../test/support/child-program.js';
import { RetryingClient } from '../../test/support/retrying-client.js';
import type { api } from '../bare-http.js';
import type { BenchDatabase, StatementStats } from './database.js';
import { type Latency, type LoadOptions, load } from './http-load.js';
import { kilobytes, ms, percent } from './report.js';
import { type Cpu, CpuMeter } from './resources.js';
import type { Scenario } from './scenarios.js';

export interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly latency: Latency;
  /** Of a request that is sent alone, with its jobs. */
  readonly statements: StatementStats;
  /** The same answer from Fastify alone under the same load. */
  readonly bare: Latency;
  readonly cpu: Cpu;
  /** CPU ms a request, with its jobs. */
  readonly cost: { readonly server: number; readonly database: number };
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

/** A scenario under load, and its statements and its response measured alone. */
export async function measure(context: MeasureContext, scenario: Scenario): Promise<Measured> {
  const { url, server, database, bare, bareUrl } = context;
  const { name, rate, call } = scenario;
  const client = new RetryingClient([url]);
  try {
    const example = await client.sendOnce(call(0));
    if (!example || example.status >= 300)
      throw new Error(`${name}: ${example?.status} ${example?.body.slice(0, 300)}`);
    await database.settled();
    const total = await database.statementsOf(async () => {
      for (let index = 1; index <= requestsAlone; index += 1) await client.sendOnce(call(index));
      await database.settled();
    });
    const each = (sum: number): number => sum / requestsAlone;
    const statements = { calls: each(total.calls), ms: each(total.ms), rows: each(total.rows) };
    const processes = { server, database: database.pid };
    const [answering, complete] = [new CpuMeter(processes), new CpuMeter(processes)];
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
          await database.settled(60);
          complete.stop();
        },
      },
    );
    const path = await bare.call.add(example.status, example.body);
    return {
      name,
      rate,
      latency,
      statements,
      bare: await load(bareUrl, (index) => ({ ...call(index), path }), { ...context.load, rate, runs: 1 }),
      cpu: answering.shares,
      cost: {
        server: (complete.seconds.server * 1000) / latency.sent,
        database: (complete.seconds.database * 1000) / latency.sent,
      },
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
  const rows = all.map(({ name, rate, latency, cpu }) => [
    name,
    String(rate),
    ...[latency.p50, latency.p95, latency.p99].map(ms),
    String(latency.failures.length),
    kilobytes(latency.bytes),
    ...[cpu.server, cpu.database, cpu.generator, cpu.others].map(percent),
  ]);
  return table([head, ...rows]);
}

export function costTable(all: readonly Measured[]): string {
  const head = ['a request, ms', 'CPU server', 'CPU PostgreSQL', 'statements', 'rows', 'SQL alone', 'HTTP alone p50'];
  const rows = all.map(({ name, cost, statements, bare }) => [
    name,
    ...[cost.server, cost.database].map((time) => time.toFixed(2)),
    ...[statements.calls, statements.rows].map((count) => count.toFixed(1)),
    statements.ms.toFixed(2),
    ...[bare.p50, bare.p95].map(ms),
  ]);
  return table([[...head, 'p95'], ...rows]);
}
