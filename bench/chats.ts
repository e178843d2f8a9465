import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Checks } from '../test/support/checks.js';
import { bodyOf } from '../test/support/client.js';
import { type CallAnswer, callAs, RetryingClient } from '../test/support/retrying-client.js';
import { BenchDatabase } from './lib/database.js';
import { onSchedule } from './lib/http-load.js';
import { ms, percent, print, printMachine, writeJson } from './lib/report.js';
import { CpuMeter } from './lib/resources.js';
import { type BenchServer, withServer } from './lib/server.js';
import { SocketPool } from './lib/socket-pool.js';
import { checkDeliveries } from './lib/stream.js';
import { openTenant, seededCompanies } from './lib/tenants.js';

/* An internal chat of which all are members and online, while messages are written in it. `npm run bench:chats`. */

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000' },
    /** Messages a second, and for how long. */
    rate: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const [members, rate, seconds] = [Number(values.members), Number(values.rate), Number(values.seconds)];
const seed = { companies: 1, tickets: 1_000, messages: 20_000, contacts: 1_000, users: members };
const mostP99 = 150;
const patienceMs = 120_000;

await withServer({ seed }, bench);

async function bench({ server: { url, pid }, dataDir }: BenchServer): Promise<void> {
  const checks = new Checks('bench:chats');
  const client = new RetryingClient([url]);
  const database = await BenchDatabase.open(dataDir);
  printMachine();
  const [company] = await seededCompanies(database);
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  const { people, clients, accounts } = await openTenant(url, database, company.id, {
    people: members,
    ticketsEach: 1,
  });
  const [writer] = clients;
  if (!writer) throw new Error('Nobody is signed in');
  const pool = await SocketPool.open(url, accounts);
  try {
    const { ready } = await pool.ready(members, patienceMs);
    checks.equal('sockets ready', ready, members);
    const input = { title: 'Todos', users: people.map(({ id }) => ({ id })) };
    const chat = bodyOf(await writer.post<{ id: number }>('/chats', input), 201);
    const count = rate * seconds;
    const marker = `chat-${Date.now()}-`;
    await pool.record(marker, count);
    const meter = new CpuMeter({ server: pid, database: database.pid, receivers: pool.pids });
    meter.start();
    const sent: Promise<CallAnswer | undefined>[] = [];
    await onSchedule(rate, count, (moment, index) => {
      const message = `${marker}${index}@${(performance.timeOrigin + moment).toFixed(2)}#`;
      sent.push(client.sendOnce(callAs(writer, 'POST', `/chats/${chat.id}/messages`, { message })));
    });
    const refused = (await Promise.all(sent)).filter((answer) => answer?.status !== 201).length;
    meter.stop();
    const all = Array.from({ length: count }, (_, index) => index);
    const deliveries = await pool.received(Object.fromEntries(people.map(({ id }) => [id, all])));
    const { expected, missing, duplicated, p50, p95, p99 } = deliveries;
    const { server, database: postgres, receivers } = meter.shares;
    print(
      `${count} messages to ${members} members, ${rate} a second: ${expected} deliveries, ${missing} missing, ${duplicated} ` +
        `duplicated; p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)} ms; server ${percent(server)}, PostgreSQL ` +
        `${percent(postgres)}, receivers ${percent(receivers)} of a core\n\n`,
    );
    checkDeliveries(checks, 'internal chat', { ...deliveries, refused });
    checks.atMost('internal chat: p99', p99, mostP99, ' ms');
    print(`${checks}\n`);
    await writeJson(values.json, { arguments: values, deliveries, cpu: meter.shares, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await Promise.all([pool.close(), client.close(), database.close()]);
  }
}
