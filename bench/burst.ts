import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkInvariants } from '../src/cli/lib/invariants.js';
import { runAsPlatform } from '../src/cli/lib/run-as-platform.js';
import { AppConfig } from '../src/core/config/config.js';
import { Checks, table } from '../test/support/checks.js';
import { LiveView } from '../test/support/live-view.js';
import { residentMegabytes } from '../test/support/proc.js';
import { RetryingClient } from '../test/support/retrying-client.js';
import { type BurstRun, bareRun, burstRun } from './lib/burst-runs.js';
import { BenchDatabase } from './lib/database.js';
import { ms, print, printMachine, sum, writeJson } from './lib/report.js';
import { type BenchServer, withServer } from './lib/server.js';
import { SocketPool } from './lib/socket-pool.js';
import { checkDeliveries, stream, streamTable } from './lib/stream.js';
import { newCustomers, openTenant, seededCompanies } from './lib/tenants.js';

/*
 * A company at peak load on one process: all attendants with several tabs, hundreds of messages a second, screens that
 * poll, compared with the same fan-out by socket.io alone. One tab of each attendant is a whole screen, compared with a reload
 * afterwards. `npm run bench:burst`; PostgreSQL and Redis fail under load in `npm run faults`.
 */

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    attendants: { type: 'string', default: '200' },
    /** The fewer departments, the more users receive a message. */
    departments: { type: 'string', default: '20' },
    /** Messages a second, and for how long. */
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    /** Seconds between two polls of a screen. */
    poll: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
});
const [sockets, attendants, departments] = [
  Number(values.sockets),
  Number(values.attendants),
  Number(values.departments),
];
const load = { rate: Number(values.rate), seconds: Number(values.seconds), pollMs: Number(values.poll) * 1000 };
const seed = { companies: 1, tickets: 1_000, messages: 50_000, contacts: 1_000, users: attendants };
const restMs = 5_000;
const patienceMs = 120_000;
const mostMegabytes = 400;
const ticketsEach = 40;
const firstMessages = { customers: 100, count: 500, mostMs: 1_000 };

/** Every user in one department. */
const departmentsSql = [
  `insert into queues (company_id, name, color) select $1, 'Setor ' || n, '#1f6f' || lpad(to_hex(n), 2, '0')
   from generate_series(1, $2 - (select count(*) from queues where company_id = $1)) n`,
  'delete from user_queues where company_id = $1 and $2 > 0',
  `insert into user_queues (company_id, user_id, queue_id) select $1, u.id, q.id
   from (select *, row_number() over (order by id) % $2 as place from users where company_id = $1) u
   join (select *, row_number() over (order by id) - 1 as place from queues where company_id = $1) q using (place)`,
];

await withServer({ seed }, bench);

async function bench({ server, dataDir }: BenchServer): Promise<void> {
  const { url, pid } = server;
  const checks = new Checks('bench:burst');
  printMachine();
  const database = await BenchDatabase.open(dataDir);
  const [company] = await seededCompanies(database);
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  for (const sql of departmentsSql) await database.rows(sql, [company.id, departments]);
  const tenant = await openTenant(url, database, company.id, { people: attendants, ticketsEach });
  await delay(restMs);
  const before = residentMegabytes(pid);
  const tabs = Array.from({ length: sockets }, (_, index) => tenant.accounts[index % attendants] ?? []).flat();
  const pool = await SocketPool.open(url, tabs.slice(attendants));
  const views: LiveView[] = [];
  try {
    const { ready } = await pool.ready(sockets - attendants, patienceMs);
    await delay(restMs);
    const full = residentMegabytes(pid);
    const kilobytesEach = ((full - before) * 1024) / Math.max(1, ready);
    print(`${ready} sockets: ${before.toFixed(0)} → ${full.toFixed(0)} MB, ${kilobytesEach.toFixed(1)} kB each\n`);
    for (const [index, client] of tenant.clients.entries()) {
      const own = tenant.tickets.filter(({ queueId }) => tenant.people[index]?.queueIds.includes(queueId));
      views.push(await LiveView.open(client, own[index % own.length]?.id ?? 0));
    }
    // presence changes are broadcast to all
    await delay(restMs);
    const context = { url, server: pid, database, tenant, pool, views, ...load };
    const quiet = await burstRun(context, `${load.rate} messages a second`, false);
    const polled = await burstRun(context, `with ${attendants} polling screens`, true);
    const client = new RetryingClient([url]);
    const targets = newCustomers(tenant, firstMessages.customers, firstMessages.count);
    const name = `${firstMessages.count} at once of ${firstMessages.customers} new numbers`;
    const first = await stream({ name, pool, server: pid, database: database.pid, targets, rate: 100_000, client });
    await client.close();
    for (const view of views) view.close();
    await pool.close();
    const bare = await bareRun(context, quiet, tabs);
    const runs = [quiet, polled];
    print(`\n${streamTable([...runs, first, bare])}\n${pollTable(runs)}`);
    print(`a socket of socket.io alone takes ${bare.kilobytesEach.toFixed(1)} kB\n`);
    checks.atMost(`${ready} sockets, memory`, full, mostMegabytes, ' MB');
    for (const run of runs) {
      checks.atMost(`${run.name}: memory afterwards`, run.rss, mostMegabytes, ' MB');
      checkDeliveries(checks, run.name, run);
      checks.none(`${run.name}: differences of ${attendants} screens`, run.differences);
      checks.none(`${run.name}: failed polls`, run.polled?.failed ?? []);
    }
    checkDeliveries(checks, first.name, first);
    checks.atMost(`${first.name}, p99`, first.p99, firstMessages.mostMs, ' ms');
    const stored = await database.row<{ rows: number; texts: number }>(
      "select count(*)::int as rows, count(distinct body)::int as texts from messages where body like 'fluxo-%'",
    );
    const acknowledged = sum([...runs, first].map(({ messages, refused }) => messages - refused));
    checks.equal('acknowledged messages stored', stored.rows, acknowledged);
    checks.equal('different among them', stored.texts, acknowledged);
    const violations = await runAsPlatform(checkInvariants, AppConfig.load({ DATA_DIR: dataDir }));
    checks.none('broken invariants', violations);
    print(`${checks}\n`);
    printMachine();
    await writeJson(values.json, { arguments: values, before, full, kilobytesEach, runs, first, bare, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    for (const view of views) view.close();
    await Promise.all([pool.close(), database.close()]);
  }
}

function pollTable(runs: readonly BurstRun[]): string {
  const rows = runs.map(({ name, polled, rss }) => [
    name,
    ...[polled?.p50, polled?.p95, polled?.p99, polled?.most].map(ms),
    polled?.summary ?? '—',
    rss.toFixed(0),
  ]);
  return table([['polls, ms', 'p50', 'p95', 'p99', 'longest', 'answers', 'RSS MB'], ...rows]);
}
