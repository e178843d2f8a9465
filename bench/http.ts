import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { migrationsOf } from '../src/mikro-orm.config.js';
import { Checks } from '../test/support/checks.js';
import { forkProgram } from '../test/support/child-program.js';
import { residentMegabytes } from '../test/support/proc.js';
import { RetryingClient } from '../test/support/retrying-client.js';
import type { api } from './bare-http.js';
import { compare, compareTable } from './compare.js';
import { BenchDatabase } from './lib/database.js';
import { costTable, loadTable, type Measured, measure } from './lib/measure.js';
import { ms, print, printMachine, writeJson } from './lib/report.js';
import { type Scenario, scenarios } from './lib/scenarios.js';
import { seedSizes } from './lib/seed-data.js';
import { type BenchServer, withServer } from './lib/server.js';
import { SocketPool } from './lib/socket-pool.js';
import { checkDeliveries, type Streamed, stream, streamTable } from './lib/stream.js';
import { audienceOf, openTenant, seededCompanies, targetsOf } from './lib/tenants.js';

/*
 * HTTP load on the most used routes, compared with their limits: `npm run bench` with its own server and database,
 * `npm run bench -- --size large --data folder` with a DATA_DIR that is kept. Open loop; figures are medians of the runs.
 * `--compare` measures throughput and CPU beside the raw limits instead.
 */

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    data: { type: 'string' },
    json: { type: 'string' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    /** Multiplies every rate. */
    pace: { type: 'string', default: '1' },
    /** Instead: as many requests as fit, beside the same statements and the same answers without this server. */
    compare: { type: 'boolean', default: false },
    /** Only scenarios whose name matches. */
    only: { type: 'string', default: '' },
    /** Numbers of sockets that receive a message, separated by commas. */
    sockets: { type: 'string', default: '200,300' },
    /** Seconds of rest before the last measurement of the memory. */
    rest: { type: 'string', default: '60' },
  },
});
const idleMs = 8_000;
const mostMegabytes = 250;
const deliveryRate = 15;
const [deliveries, warmUpDeliveries] = [90, 30];
/** Fewer than the sockets that the server allows a user. */
const socketsEach = 18;
const deliveryLimits = { p50: 20, p99: 150 };

const seed = values.size === 'large' ? seedSizes.large : seedSizes.small;
await withServer({ ...values, seed }, values.compare ? comparison : bench);

async function bench({ server, dataDir, startedInSeconds }: BenchServer): Promise<void> {
  const { url, pid } = server;
  const checks = new Checks('bench');
  await delay(idleMs);
  const memory = { 'at rest': residentMegabytes(pid), 'after the load': 0, 'after a rest': 0 };
  const database = await BenchDatabase.open(dataDir);
  const bare = forkProgram<typeof api>(new URL('./bare-http.ts', import.meta.url));
  try {
    printMachine();
    print(`ready in ${startedInSeconds.toFixed(1)} s\n\n`);
    const load = { runs: Number(values.runs), runSeconds: Number(values.seconds) };
    const context = { url, server: pid, database, bare, bareUrl: await bare.call.listen(), load };
    const results: Measured[] = [];
    for (const scenario of await scenarios(url, database)) {
      if (!new RegExp(values.only).test(scenario.name)) continue;
      const result = await measure(context, { ...scenario, rate: Math.round(scenario.rate * Number(values.pace)) });
      results.push(result);
      check(checks, scenario, result);
      process.stderr.write(`${result.name}: p50 ${ms(result.latency.p50)}, p95 ${ms(result.latency.p95)} ms\n`);
    }
    print(`${loadTable(results)}\n${costTable(results)}\n`);
    const streamed: Streamed[] = [];
    for (const sockets of values.sockets.split(',').map(Number).filter(Boolean)) {
      const delivery = await deliver(url, pid, database, sockets);
      streamed.push(delivery);
      for (const [part, limit] of Object.entries(deliveryLimits) as ['p50' | 'p99', number][])
        checks.atMost(`${delivery.name}, ${part}`, delivery[part], limit, ' ms');
      checkDeliveries(checks, delivery.name, delivery);
    }
    if (streamed.length > 0) print(`${streamTable(streamed)}\n`);
    memory['after the load'] = residentMegabytes(pid);
    await delay(Number(values.rest) * 1000);
    memory['after a rest'] = residentMegabytes(pid);
    for (const [when, rss] of Object.entries(memory)) checks.atMost(`memory ${when}`, rss, mostMegabytes, ' MB');
    print(`${checks}\n`);
    printMachine();
    await writeJson(values.json, { arguments: values, startedInSeconds, results, streamed, memory, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await Promise.all([bare.stop(), database.close()]);
  }
}

async function comparison({ server, dataDir }: BenchServer): Promise<void> {
  const { url, pid } = server;
  const database = await BenchDatabase.open(dataDir);
  const http = forkProgram<typeof api>(new URL('./bare-http.ts', import.meta.url));
  try {
    printMachine();
    const { urls } = await connectDatabase(AppConfig.load({ DATA_DIR: dataDir }), migrationsOf);
    const wanted = (await scenarios(url, database)).filter(
      ({ name, cpuLimit }) => cpuLimit !== undefined && new RegExp(values.only).test(name),
    );
    const options = { url, server: pid, database, dataDir, urls, http, httpUrl: await http.call.listen() };
    const compared = await compare({ ...options, seconds: Number(values.seconds) }, wanted);
    print(`${compareTable(compared)}\n`);
    printMachine();
    await writeJson(values.json, { arguments: values, compared });
  } finally {
    await Promise.all([http.stop(), database.close()]);
  }
}

function check(checks: Checks, { name, limits = {}, cpuLimit }: Scenario, { rate, latency, cost }: Measured): void {
  for (const [part, limit] of Object.entries(limits) as ['p50' | 'p95' | 'p99', number][])
    checks.atMost(`${name}, ${rate} a second, ${part}`, latency[part], limit, ' ms');
  if (cpuLimit) checks.atMost(`${name}, CPU a request`, cost.server + cost.database, cpuLimit, ' ms');
  checks.none(`${name}, failed`, latency.failures);
}

/** From a webhook to the sockets of all users who see the conversation; others must receive nothing. */
async function deliver(url: string, server: number, database: BenchDatabase, sockets: number): Promise<Streamed> {
  const [company] = await seededCompanies(database);
  const tenant = await openTenant(url, database, company?.id ?? 0, { people: 40, ticketsEach: 5 });
  const { accounts } = tenant;
  const tickets = tenant.tickets.filter(({ queueId }) => queueId === tenant.tickets[0]?.queueId);
  const targets = targetsOf([{ ...tenant, tickets }], deliveries);
  const audience = audienceOf(targets);
  const seeing = accounts.filter(({ user }) => audience[user]).slice(0, Math.max(12, Math.ceil(sockets / socketsEach)));
  const others = accounts.filter(({ user }) => !audience[user]).slice(0, 20);
  const all = Array.from({ length: sockets }, (_, index) => seeing[index % seeing.length] ?? []).flat();
  const pool = await SocketPool.open(url, [...all, ...others]);
  const client = new RetryingClient([url]);
  try {
    const { ready } = await pool.ready(all.length + others.length);
    if (ready < all.length) throw new Error(`Only ${ready} of ${all.length} sockets are ready`);
    const name = `to ${sockets} sockets`;
    const load = { targets, rate: deliveryRate, from: warmUpDeliveries, client };
    return await stream({ name, pool, server, database: database.pid, ...load });
  } finally {
    await Promise.all([pool.close(), client.close()]);
    await database.settled();
  }
}
