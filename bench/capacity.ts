import 'reflect-metadata';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Checks, table } from '../test/support/checks.js';
import type { Client } from '../test/support/client.js';
import { concurrently } from '../test/support/concurrently.js';
import { Deployment } from '../test/support/deployment.js';
import { defaultNumber } from '../test/support/graph-simulator/graph-simulator.js';
import { cpuOf, cpuWithChildren, residentMegabytes } from '../test/support/proc.js';
import { callAs, RetryingClient } from '../test/support/retrying-client.js';
import { buildParts } from '../test/support/server-process.js';
import { onSchedule } from './lib/http-load.js';
import { ms, percent, print, printMachine, quantile, sum, writeJson } from './lib/report.js';
import { SocketPool } from './lib/socket-pool.js';
import { checkDeliveries, stream } from './lib/stream.js';
import { openTenant, type PendingTicket, seededCompanies, type Tenant, targetsOf } from './lib/tenants.js';
import { seedDatabase } from './seed.js';

/*
 * What each process of an installation takes: companies with their attendants online, on one web and one worker process
 * with Redis. An exchange is a message of a customer in an open conversation, the attendant who looks at the list and the
 * conversation and answers, and what the provider reports of the answer (sent, delivered, read). For every fifth one a
 * customer also writes to a department, and everybody there sees it. `npm run bench:capacity`.
 */

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '10' },
    /** Of each company, all of them online. */
    attendants: { type: 'string', default: '200' },
    messages: { type: 'string', default: '5000000' },
    /** Exchanges a second, separated by commas. */
    rates: { type: 'string', default: '20,40,80' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'string' },
  },
});
const [companies, attendants, messages] = [
  Number(values.companies),
  Number(values.attendants),
  Number(values.messages),
];
const seconds = Number(values.seconds);
const exchangesOfNew = 5;
const ticketsEach = 10;
const readingMs = 500;

/** A conversation and who answers in it. */
interface OpenTicket extends PendingTicket {
  readonly tenant: Tenant;
  readonly attendant: Client;
}

await buildParts('server');
const deployment = await Deployment.start({
  seed: 1,
  redis: true,
  postgres: { shared_buffers: '1GB', max_wal_size: '4GB' },
  // as a provider reports to a company of average traffic: each status by itself
  graph: { statuses: { read: true, delayMs: [50, 500] }, webhooks: { batch: 1, gatherMs: 1, parallel: 32 } },
});
Deployment.closeOnSignals();
const checks = new Checks('bench:capacity');
try {
  await measure();
} finally {
  await deployment.close();
}
process.stdout.write(checks.toString());
process.exitCode = checks.ok ? 0 : 1;

async function measure(): Promise<void> {
  printMachine();
  const { postgres, graph } = deployment;
  const size = { tickets: Math.ceil(messages / 4), contacts: Math.ceil(messages / 20), users: attendants };
  await seedDatabase(deployment.env, { companies, messages, ...size, force: true });
  const { bytes } = await postgres.row<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  print(`database ${(bytes / 2 ** 30).toFixed(2)} GiB, ${(bytes / messages / 1024).toFixed(2)} kB for each message\n`);
  const [url = ''] = deployment.urls;
  const tenants: Tenant[] = [];
  const callbacks = new Map<string, string>();
  for (const { id } of await seededCompanies(postgres)) {
    const tenant = await openTenant(url, postgres, id, { people: attendants, ticketsEach: 2 * ticketsEach });
    tenants.push(tenant);
    const { id: connectionId, phoneNumberId } = tenant.connection;
    callbacks.set(phoneNumberId, `/webhooks/cloudapi/${connectionId}`);
    graph.addNumber({ ...defaultNumber, phoneNumberId });
  }
  // what was checked before the provider knew the number
  await deployment.settled();
  const connections = tenants.map(({ connection }) => connection.id);
  await postgres.rows("update connections set status = 'CONNECTED' where id = any($1)", [connections]);
  const client = new RetryingClient([url]);
  const forwarder = await forwardStatuses(client, callbacks);
  graph.setCallbackUrl(forwarder.url);
  const open: OpenTicket[] = [];
  for (const tenant of tenants) open.push(...(await accept(client, tenant)));
  const waiting = tenants.map((tenant) => ({
    ...tenant,
    tickets: tenant.tickets.filter((_, index) => index % 2 === 0),
  }));
  const pool = await SocketPool.open(
    url,
    tenants.flatMap(({ accounts }) => accounts),
  );
  const { ready } = await pool.ready(companies * attendants, 120_000);
  checks.equal('attendants online', ready, companies * attendants);
  await deployment.settled();
  await delay(5_000);

  const pids = {
    web: deployment.web[0]?.pid ?? 0,
    worker: deployment.workers[0]?.pid ?? 0,
    postgres: await postgres.pid(),
  };
  /** CPU seconds so far. */
  const used = (): number[] => [cpuOf(pids.web), cpuOf(pids.worker), cpuWithChildren(pids.postgres)];
  const since = (before: readonly number[]): number[] => used().map((value, index) => value - (before[index] ?? 0));
  const atRest = used();
  await delay(seconds * 1000);
  const [web, worker, database] = since(atRest).map((value) => percent(value / seconds));
  print(`at rest, of a core: web ${web}, worker ${worker}, PostgreSQL ${database}\n`);
  const rows: string[][] = [];
  for (const rate of values.rates.split(',').map(Number)) {
    const [before, count] = [used(), Math.round(rate * seconds)];
    const targets = targetsOf(waiting, Math.round(count / exchangesOfNew));
    const [streamed, times] = await Promise.all([
      stream({ name: `${rate} a second`, pool, server: pids.web, targets, rate: rate / exchangesOfNew, client }),
      exchange(client, open, rate, count),
    ]);
    await deployment.settled();
    await graph.settled();
    await deployment.settled();
    const each = since(before).map((value) => (value * 1000) / count);
    checkDeliveries(checks, streamed.name, streamed);
    checks.none(`${rate} a second: failed`, times.failed);
    const memory = [pids.web, pids.worker].map((pid) => residentMegabytes(pid).toFixed(0));
    const latencies = [streamed.p50, streamed.p99, quantile(times.answers, 0.5), quantile(times.answers, 0.99)];
    rows.push([`${rate}`, ...[...each, sum(each)].map((value) => value.toFixed(2)), ...memory, ...latencies.map(ms)]);
  }
  const head = ['exchanges/s', 'web, ms', 'worker, ms', 'PostgreSQL, ms', 'together', 'web, MB', 'worker, MB'];
  print(`\n${table([[...head, 'new → screen p50', 'p99', 'answer p50', 'p99'], ...rows])}`);
  await deployment.check(checks);
  await Promise.all([pool.close(), client.close(), forwarder.close()]);
  await writeJson(values.json, { rows });
}

/** Every second conversation of a company: its customer writes, and somebody of its department accepts it. */
async function accept(client: RetryingClient, tenant: Tenant): Promise<OpenTicket[]> {
  const own = tenant.tickets.filter((_, index) => index % 2 === 1);
  await concurrently(
    8,
    own.map(
      ({ number }) =>
        () =>
          client.send(tenant.webhook(number, 'Bom dia')),
    ),
  );
  await deployment.settled();
  const accepted = own.map((ticket, index) => async (): Promise<OpenTicket> => {
    const members = tenant.clients.filter((_, person) => tenant.people[person]?.queueIds.includes(ticket.queueId));
    const attendant = members[index % members.length];
    if (!attendant) throw new Error(`Department ${ticket.queueId} has no attendant`);
    if (!(await client.send(callAs(attendant, 'PUT', `/tickets/${ticket.id}`, { status: 'open' }))))
      throw new Error(`Conversation ${ticket.id} could not be accepted`);
    return { ...ticket, tenant, attendant };
  });
  return concurrently(8, accepted);
}

/** @returns the times of the answers in ms */
async function exchange(client: RetryingClient, open: readonly OpenTicket[], rate: number, count: number) {
  const answers: number[] = [];
  const failed: string[] = [];
  const all: Promise<void>[] = [];
  await onSchedule(rate, count, (_moment, index) => {
    const ticket = open[(index * 7) % open.length];
    if (ticket) all.push(one(ticket, index));
  });
  await Promise.all(all);
  return { answers, failed };

  async function one({ id, number, tenant, attendant }: OpenTicket, index: number): Promise<void> {
    const calls = [
      tenant.webhook(number, `Pergunta ${index}`),
      callAs(attendant, 'GET', '/tickets?status=open'),
      callAs(attendant, 'GET', `/messages/${id}`),
      callAs(attendant, 'POST', `/messages/${id}`, { body: `Resposta ${index}` }),
    ];
    for (const [step, call] of calls.entries()) {
      if (step === 1) await delay(readingMs);
      const began = performance.now();
      const answer = await client.sendOnce(call);
      if (step > 0) answers.push(performance.now() - began);
      if (!answer || answer.status >= 300)
        failed.push(`${call.method} ${call.path}: ${answer?.status} ${answer?.body}`);
    }
  }
}

/** One app of the provider reports to one address, and the companies are told apart by their numbers. */
async function forwardStatuses(client: RetryingClient, paths: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const path = paths.get(/"phone_number_id":"(\d+)"/.exec(body)?.[1] ?? '') ?? '';
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': String(request.headers['x-hub-signature-256']),
      };
      const answer = await client.sendOnce({ method: 'POST', path, headers, body });
      response.writeHead(answer?.status ?? 503).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
