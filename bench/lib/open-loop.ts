import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { median, quantile } from './figures.js';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly cookies?: readonly string[];
}

export interface Load {
  /** Requests a second. */
  readonly rate: number;
  readonly warmUpSeconds: number;
  readonly runs: number;
  readonly runSeconds: number;
}

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly sent: number;
  readonly failures: ReadonlyMap<string, number>;
  /** Mean size of an answer. */
  readonly bytes: number;
  /** How late the generator itself sent, p95: part of every latency above. */
  readonly late: number;
  /** Answers a second of the measured runs. */
  readonly throughput: number;
}

interface Run {
  readonly times: number[];
  readonly lateness: number[];
  readonly failures: Map<string, number>;
  bytes: number;
}

const answerMs = 10_000;

/** As many connections as a proxy in front would keep; what finds none free waits, and its latency with it. */
export class Client {
  private readonly pool: Pool;

  constructor(readonly url: string) {
    this.pool = new Pool(url, { connections: 64, headersTimeout: answerMs, bodyTimeout: answerMs });
  }

  async send({ method, path, headers = {}, body }: Call): Promise<Answer> {
    const answer = await this.pool.request({ method, path, headers: { ...headers }, body: body ?? null });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { status: answer.statusCode, body: await answer.body.text(), cookies };
  }

  /** @throws when it is refused. */
  async json<T>(call: Call): Promise<T> {
    const { status, body } = await this.send(call);
    if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${body.slice(0, 300)}`);
    return JSON.parse(body) as T;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Arrivals on a schedule whatever the answers do; latency from the moment a request was meant to leave. Medians of the runs, which `around` may wait for and measure. */
export async function openLoop(
  client: Client,
  call: (index: number) => Call,
  { rate, warmUpSeconds, runs, runSeconds }: Load,
  around: <T>(run: () => Promise<T>) => Promise<T> = (run) => run(),
): Promise<Latency> {
  let index = 0;
  const next = (): Call => call(index++);
  await once(client, next, rate, warmUpSeconds);
  const done: Run[] = [];
  for (let run = 0; run < runs; run += 1) done.push(await around(() => once(client, next, rate, runSeconds)));
  const of = (part: number): number => median(done.map(({ times }) => quantile(times, part)));
  const answered = done.reduce((sum, { times }) => sum + times.length, 0);
  return {
    p50: of(0.5),
    p95: of(0.95),
    p99: of(0.99),
    sent: runs * Math.round(rate * runSeconds),
    failures: summed(done),
    bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, answered),
    late: median(done.map(({ lateness }) => quantile(lateness, 0.95))),
    throughput: answered / (runs * runSeconds),
  };
}

async function once(client: Client, next: () => Call, rate: number, seconds: number): Promise<Run> {
  const run: Run = { times: [], lateness: [], failures: new Map(), bytes: 0 };
  const fly = async (intended: number): Promise<void> => {
    const failed = (what: string): void => void run.failures.set(what, (run.failures.get(what) ?? 0) + 1);
    try {
      const { status, body } = await client.send(next());
      if (status >= 300) return failed(String(status));
      run.times.push(performance.now() - intended);
      run.bytes += Buffer.byteLength(body);
    } catch (error) {
      failed(error instanceof Error ? error.name : 'error');
    }
  };
  const flying: Promise<void>[] = [];
  await onSchedule(rate, Math.round(rate * seconds), (intended) => {
    run.lateness.push(performance.now() - intended);
    flying.push(fly(intended));
  });
  await Promise.all(flying);
  return run;
}

/** Calls `act` that many times at that rate, with the moment it was meant for. */
export function onSchedule(rate: number, count: number, act: (intended: number, index: number) => void): Promise<void> {
  const start = performance.now();
  return new Promise((done) => {
    let sent = 0;
    const tick = (): void => {
      for (let due = start + (sent * 1000) / rate; sent < count && due <= performance.now(); sent += 1) {
        act(due, sent);
        due = start + ((sent + 1) * 1000) / rate;
      }
      if (sent < count) setTimeout(tick, 1);
      else done();
    };
    tick();
  });
}

function summed(runs: readonly Run[]): Map<string, number> {
  const failures = new Map<string, number>();
  for (const run of runs)
    for (const [what, count] of run.failures) failures.set(what, (failures.get(what) ?? 0) + count);
  return failures;
}
