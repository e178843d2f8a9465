import autocannon from 'autocannon';
import { table } from '../test/support/checks.js';
import { type ChildProgram, forkProgram } from '../test/support/child-program.js';
import { RetryingClient } from '../test/support/retrying-client.js';
import type { api as bareHttp } from './bare-http.js';
import type { api as bareSql } from './bare-sql.js';
import type { BenchDatabase } from './lib/database.js';
import { kilobytes, median, percent } from './lib/report.js';
import { CpuMeter } from './lib/resources.js';
import type { Scenario } from './lib/scenarios.js';
import { statementsOf } from './lib/statement-log.js';

const connections = 10;
const rounds = 3;
const warmUpSeconds = 2;
/** Until the server's code for a route is compiled as far as it will be. */
const firstWarmUpSeconds = 10;

/** Requests (or repetitions) a second, and the CPU ms of each. */
interface Cost {
  readonly rate: number;
  readonly client: number;
  readonly database: number;
}

export interface Compared {
  readonly name: string;
  readonly bytes: number;
  /** Round trips to the database would be as many without pipelining. */
  readonly statements: number;
  readonly server: Cost;
  /** The same statements over `pg` alone; undefined where they cannot be repeated. */
  readonly sql: Cost | undefined;
  /** The same answer from Fastify alone. */
  readonly http: Cost;
}

interface Compare {
  readonly url: string;
  readonly server: number;
  readonly database: BenchDatabase;
  readonly dataDir: string;
  readonly urls: Parameters<typeof bareSql.open>[0];
  readonly http: ChildProgram<typeof bareHttp>;
  readonly httpUrl: string;
  readonly seconds: number;
}

/** As many requests as ten connections carry, in turn with the two limits of each, so that all meet the same machine. */
export async function compare(options: Compare, scenarios: readonly Scenario[]): Promise<Compared[]> {
  const sql = forkProgram<typeof bareSql>(new URL('./bare-sql.ts', import.meta.url));
  try {
    await sql.call.open(options.urls, connections);
    const compared: Compared[] = [];
    for (const scenario of scenarios) compared.push(await compareOne(options, sql, scenario));
    return compared;
  } finally {
    await sql.stop();
  }
}

async function compareOne(
  { url, server, database, dataDir, http, httpUrl, seconds }: Compare,
  sql: ChildProgram<typeof bareSql>,
  { name, call }: Scenario,
): Promise<Compared> {
  let sent = 0;
  const next = (): ReturnType<Scenario['call']> => call(sent++);
  const client = new RetryingClient([url]);
  const example = await client.sendOnce(next());
  for (let repeats = 0; repeats < 20; repeats += 1) await client.sendOnce(next());
  await database.settled();
  if (!example || example.status >= 300) throw new Error(`${name}: ${example?.status} ${example?.body.slice(0, 300)}`);
  const statements = await statementsOf(database, dataDir, async () => {
    await client.sendOnce(next());
    await database.settled();
  });
  await client.close();
  const path = await http.call.add(example.status, example.body);
  const repeatable = !statements.some(({ text }) => /\b(insert into|update|delete from) /i.test(text));
  const metered = async (pid: number, run: (seconds: number) => Promise<number>): Promise<Cost> => {
    await run(warmUpSeconds);
    await database.settled(60);
    const cpu = new CpuMeter({ server: pid, database: database.pid });
    cpu.start();
    const began = performance.now();
    const count = await run(seconds);
    const elapsed = (performance.now() - began) / 1000;
    await database.settled(60);
    cpu.stop();
    const each = (part: number): number => (part * 1000) / count;
    return { rate: count / elapsed, client: each(cpu.seconds.server), database: each(cpu.seconds.database) };
  };
  await flood(url, next, firstWarmUpSeconds);
  const all: Record<'server' | 'sql' | 'http', Cost[]> = { server: [], sql: [], http: [] };
  for (let round = 0; round < rounds; round += 1) {
    all.server.push(await metered(server, (duration) => flood(url, next, duration)));
    if (repeatable) all.sql.push(await metered(sql.pid, (duration) => sql.call.run(statements, duration)));
    all.http.push(await metered(http.pid, (duration) => flood(httpUrl, () => ({ method: 'GET', path }), duration)));
  }
  return {
    name,
    bytes: Buffer.byteLength(example.body),
    statements: statements.length,
    server: medianOf(all.server),
    sql: repeatable ? medianOf(all.sql) : undefined,
    http: medianOf(all.http),
  };
}

const medianOf = (costs: readonly Cost[]): Cost => ({
  rate: median(costs.map(({ rate }) => rate)),
  client: median(costs.map(({ client }) => client)),
  database: median(costs.map(({ database }) => database)),
});

/** @returns the number of answers */
async function flood(url: string, next: () => ReturnType<Scenario['call']>, seconds: number): Promise<number> {
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({ ...request, ...next() });
  const {
    '2xx': answers,
    non2xx,
    errors,
  } = await autocannon({ url, connections, duration: seconds, requests: [{ setupRequest }] });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors`);
  return answers;
}

export function compareTable(all: readonly Compared[]): string {
  const head = [
    'a request, CPU ms',
    'server',
    'PostgreSQL',
    'together',
    'statements',
    'a second',
    'pg alone',
    'client',
    'PostgreSQL',
    'of its rate',
    'HTTP alone',
    'server',
    'CPU of both',
    'answer',
  ];
  const time = (value: number): string => value.toFixed(2);
  const count = (value: number): string => value.toFixed(0);
  const rows = all.map(({ name, bytes, statements, server, sql, http }) => {
    const together = server.client + server.database;
    return [
      name,
      ...[server.client, server.database, together].map(time),
      String(statements),
      count(server.rate),
      ...(sql
        ? [count(sql.rate), time(sql.client), time(sql.database), percent(server.rate / sql.rate)]
        : ['—', '—', '—', '—']),
      count(http.rate),
      time(http.client),
      // the load of HTTP comes from the same two processors, that of `pg` alone does not
      sql ? percent((sql.client + sql.database + http.client) / together) : '—',
      kilobytes(bytes),
    ];
  });
  return table([head, ...rows]);
}
