import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Checks } from '../test/support/checks.js';
import { bodyOf } from '../test/support/client.js';
import { residentMegabytes } from '../test/support/proc.js';
import { RetryingClient } from '../test/support/retrying-client.js';
import { BenchDatabase } from './lib/database.js';
import { percent, print, printMachine, writeJson } from './lib/report.js';
import { CpuMeter } from './lib/resources.js';
import { type BenchServer, timedStart, withServer } from './lib/server.js';
import { SocketPool } from './lib/socket-pool.js';
import { checkDeliveries, sendWebhooks, stream, streamTable } from './lib/stream.js';
import { audienceOf, openTenant, seededCompanies, type Tenant, targetsOf } from './lib/tenants.js';

/*
 * Ten thousand sockets of signed-in attendants on one server: memory and connect time, latency of deliveries, slow
 * readers, a restart, and a user who loses a department. `npm run bench:sockets`, or `-- --sockets 500` for a short run.
 */

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    /** Signed-in users, spread over 20 companies; at least 140, so that each has attendants. */
    accounts: { type: 'string', default: '500' },
    /** A DATA_DIR that is kept. */
    data: { type: 'string' },
    json: { type: 'string' },
    /** Messages a second over all companies, and for how long. */
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    /** Accounts whose sockets stop reading. */
    slow: { type: 'string', default: '5' },
  },
});
const seed = { companies: 20, tickets: 4_000, messages: 40_000, contacts: 4_000 };
const [sockets, rate, seconds] = [Number(values.sockets), Number(values.rate), Number(values.seconds)];
const restMs = 5_000;
const patienceMs = 300_000;
const mostMegabytes = 400;
const mostReconnectSeconds = 45;
const slowSeconds = 60;

await withServer({ ...values, seed }, bench);

async function bench({ server, dataDir }: BenchServer): Promise<void> {
  const { url } = server;
  const checks = new Checks('bench:sockets');
  const client = new RetryingClient([url]);
  let database = await BenchDatabase.open(dataDir);
  printMachine();
  const companies = await seededCompanies(database);
  const people = Math.ceil(Number(values.accounts) / companies.length);
  const tenants: Tenant[] = [];
  for (const { id } of companies) tenants.push(await openTenant(url, database, id, { people, ticketsEach: 2 }));
  const signedIn = tenants.flatMap(({ accounts }) => accounts);
  const accounts = Array.from({ length: sockets }, (_, index) => signedIn[index % signedIn.length] ?? []).flat();
  await delay(restMs);
  const before = residentMegabytes(server.pid);
  const connecting = new CpuMeter({ server: server.pid });
  connecting.start();
  const pool = await SocketPool.open(url, accounts);
  try {
    const connected = await pool.ready(sockets, patienceMs);
    connecting.stop();
    await delay(restMs);
    const full = residentMegabytes(server.pid);
    const kilobytesEach = ((full - before) * 1024) / connected.ready;
    print(
      `${connected.ready} of ${sockets} sockets of ${signedIn.length} accounts ready after ${connecting.elapsed.toFixed(1)} s ` +
        `(server ${percent(connecting.shares.server)} of a core), ${connected.rejected} rejected; ` +
        `server ${before.toFixed(0)} → ${full.toFixed(0)} MB, ${kilobytesEach.toFixed(1)} kB a socket\n`,
    );
    checks.atMost(`${connected.ready} sockets, memory`, full, mostMegabytes, ' MB');
    const targets = targetsOf(tenants, rate * seconds);
    const options = { pool, targets, rate, client };
    const streamed = await stream({ name: `to ${sockets} sockets`, ...options, server: server.pid });
    checks.atMost('memory under load', residentMegabytes(server.pid), mostMegabytes, ' MB');
    checkDeliveries(checks, streamed.name, streamed);

    const demoted = await removeDepartment(pool, client, tenants, database);
    print(`a department removed from a user, answered in ${demoted.answerMs.toFixed(0)} ms\n`);
    checkDeliveries(checks, 'a department removed', demoted);

    const slow = await slowReaders(pool, client, tenants, server.pid);
    print(`${slow.sockets} sockets stopped reading: at most ${slow.most.toFixed(0)} MB\n`);
    checks.atMost('memory with slow readers', slow.most, mostMegabytes, ' MB');
    checkDeliveries(checks, 'other sockets beside slow readers', slow);

    const { ready: count } = await pool.state();
    await database.close();
    await server.stop();
    const stoppedAt = performance.timeOrigin + performance.now();
    const startedIn = await timedStart(server);
    const back = await pool.ready(count, patienceMs);
    database = await BenchDatabase.open(dataDir);
    const backAfter = back.ready < count ? Number.POSITIVE_INFINITY : (back.lastReady - stoppedAt) / 1000;
    const restarted = residentMegabytes(server.pid);
    print(
      `restart: server ready after ${startedIn.toFixed(1)} s, ${back.ready} of ${count} sockets after ${backAfter.toFixed(1)} s; ` +
        `${back.rejected} rejected; ${restarted.toFixed(0)} MB\n\n`,
    );
    checks.atMost('all sockets back after a restart', backAfter, mostReconnectSeconds, ' s');
    checks.atMost('memory after the restart', restarted, mostMegabytes, ' MB');
    const again = await stream({ name: 'after a restart', ...options, server: server.pid });
    checkDeliveries(checks, again.name, again);
    print(`${streamTable([streamed, again])}${checks}\n`);
    printMachine();
    await writeJson(values.json, { arguments: values, full, streamed, demoted, slow, backAfter, again, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await Promise.all([pool.close(), client.close(), database.close()]);
  }
}

/** A user loses a department while customers write there: no message after the response to the change. */
async function removeDepartment(
  pool: SocketPool,
  client: RetryingClient,
  [tenant]: readonly Tenant[],
  database: BenchDatabase,
) {
  const person = tenant?.people.find(({ profile, queueIds }) => profile === 'user' && queueIds.length > 1);
  const manager = tenant?.clients[0];
  const ticket = tenant?.tickets.find(({ queueId }) => queueId === person?.queueIds[0]);
  if (!tenant || !manager || !person || !ticket) throw new Error('No attendant with two departments');
  const [perSecond, before, during] = [20, 20, 100];
  const targets = Array.from({ length: before + during }, () => ({ tenant, ticket }));
  const marker = `perda-${Date.now()}-`;
  await pool.record(marker, targets.length);
  const audience = audienceOf(targets);
  /** Of the user, only messages below that index. */
  const until = (end: number) => ({ ...audience, [person.id]: Array.from({ length: end }, (_, index) => index) });
  let refused = await sendWebhooks(client, targets.slice(0, before), { marker, rate: perSecond });
  await pool.received(audienceOf(targets.slice(0, before)));
  const began = performance.now();
  const sending = sendWebhooks(client, targets.slice(before), { marker, rate: perSecond, first: before });
  await delay(1_000);
  const change = async (queueIds: readonly number[]): Promise<void> =>
    void bodyOf(await manager.put(`/users/${person.id}`, { queueIds }));
  const asked = performance.now();
  await change(person.queueIds.slice(1));
  const answered = performance.now();
  refused += await sending;
  // messages between request and answer may arrive or not
  const { missing, duplicated } = await pool.received(until(before));
  const { leaked } = await pool.count(until(before + Math.ceil(((answered - began) / 1000) * perSecond) + 1));
  await change(person.queueIds);
  await database.settled();
  return { answerMs: answered - asked, missing, duplicated, leaked, refused };
}

/** All sockets of some managers stop reading while long messages are sent to them. */
async function slowReaders(pool: SocketPool, client: RetryingClient, [tenant]: readonly Tenant[], server: number) {
  if (!tenant) throw new Error('No company');
  const managers = tenant.people.filter(({ profile }) => profile !== 'user').slice(0, Number(values.slow));
  const perSecond = 20;
  const targets = targetsOf([tenant], perSecond * slowSeconds);
  let most = residentMegabytes(server);
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(server));
  }, 250);
  const sockets = await pool.stopReading(managers.map(({ id }) => id));
  const marker = `lentos-${Date.now()}-`;
  await pool.record(marker, targets.length);
  const refused = await sendWebhooks(client, targets, { marker, rate: perSecond, filling: 'ação '.repeat(700) });
  const deliveries = await pool.received(audienceOf(targets));
  clearInterval(watch);
  return { sockets, most, refused, ...deliveries };
}
