import type { Bare } from './bare.js';
import { CpuMeter, type Processes, type Shares } from './cpu-meter.js';
import { quantile } from './figures.js';
import { type Memory, memoryNow } from './memory.js';
import { Client, type Latency, type Load, openLoop } from './open-loop.js';
import type { Scenario } from './scenarios.js';
import type { Replay, Watch } from './statements.js';

export interface Middle {
  readonly p50: number;
  readonly p95: number;
}

export interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly latency: Latency;
  readonly statements: number;
  /** Answered or written by the database for one request; undefined when the statements alone were refused. */
  readonly rows: number | undefined;
  readonly sql: Middle | string;
  readonly bare: Middle;
  readonly alone: Middle | undefined;
  readonly cpu: Shares;
  /** CPU milliseconds a request, what it leaves to be done afterwards included. */
  readonly cost: { readonly server: number; readonly database: number };
  /** Of the server, in MB, afterwards. */
  readonly memory: Memory;
  /** Seconds until its jobs were done; undefined when they were not. */
  readonly settled: number | undefined;
}

export interface Bench extends Processes {
  readonly client: Client;
  readonly watch: Watch;
  readonly replay: Replay;
  readonly bare: Bare;
  readonly companyId: number;
  /** Whether the server is ours to be stopped for a moment. */
  readonly own: boolean;
  readonly load: Omit<Load, 'rate'>;
  /** Seconds to wait before a run for the rest of the machine to be quiet. */
  readonly patience: number;
}

const replayMs = 1_200;
const aloneTimes = 20;

/** One figure and its limits: the same statements alone, the same answer alone. */
export async function measure(bench: Bench, scenario: Scenario): Promise<Measured> {
  const { client, watch, load } = bench;
  const { name, rate, call } = scenario;
  const first = call(0);
  const example = await client.send(first);
  if (example.status >= 300) throw new Error(`${name}: ${example.status} ${example.body.slice(0, 300)}`);
  await watch.settled();
  const asked = call(1);
  const statements = await watch.takeDown(() => client.send(asked));
  const [meter, whole] = [new CpuMeter(bench), new CpuMeter(bench)];
  let settled: number | undefined;
  const latency = await openLoop(
    client,
    (index) => call(index + 2),
    { ...load, rate },
    async (run) => {
      await meter.quiet(bench.patience);
      return whole.during(async () => {
        const done = await meter.during(run);
        settled = await watch.settled(60);
        return done;
      });
    },
  );
  const cost = (seconds: number): number => (seconds * 1000) / latency.sent;
  const memory = await memoryNow(bench.serverPid, client.url);
  const { sql, rows } = await alone(bench, () =>
    bench.replay.times(statements, scenario.unique?.(asked) ?? [], replayMs),
  );
  if (scenario.writes && bench.own) await watch.forget(bench.companyId);
  const other = scenario.alone;
  return {
    name,
    rate,
    latency,
    statements: statements.length,
    rows,
    sql,
    bare: await bareAnswers(bench, scenario, example),
    alone: other && middle(await oneByOne(other)),
    cpu: meter.shares,
    cost: { server: cost(whole.seconds.server), database: cost(whole.seconds.database) },
    memory,
    settled,
  };
}

/** With the server halted, so that neither its timers nor the jobs that repeated writes leave disturb. */
async function alone(
  { own, serverPid, watch, companyId }: Bench,
  work: () => ReturnType<Replay['times']>,
): Promise<{ sql: Middle | string; rows: number | undefined }> {
  if (own) process.kill(serverPid, 'SIGSTOP');
  try {
    const { times, rows } = await work();
    return { sql: middle(times), rows };
  } catch (error) {
    return { sql: error instanceof Error ? error.message : String(error), rows: undefined };
  } finally {
    if (own) {
      await watch.forget(companyId);
      process.kill(serverPid, 'SIGCONT');
    }
  }
}

async function bareAnswers(
  { bare, load }: Bench,
  { rate, call }: Scenario,
  example: Parameters<Bare['path']>[0],
): Promise<Middle> {
  const path = await bare.path(example);
  const client = new Client(bare.url);
  try {
    return await openLoop(client, (index) => ({ ...call(index), path }), {
      ...load,
      rate,
      warmUpSeconds: 0.4,
      runs: 1,
    });
  } finally {
    await client.close();
  }
}

async function oneByOne(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < aloneTimes; run += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

function middle(times: readonly number[]): Middle {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}
