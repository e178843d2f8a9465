import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Checks, table } from '../test/support/checks.js';
import { bodyOf } from '../test/support/client.js';
import { BenchDatabase } from './lib/database.js';
import { onSchedule } from './lib/http-load.js';
import { ms, percent, print, printMachine, writeJson } from './lib/report.js';
import { CpuMeter } from './lib/resources.js';
import { type BenchServer, withServer } from './lib/server.js';
import { SocketPool } from './lib/socket-pool.js';
import { openTenant, peopleOf, seededCompanies } from './lib/tenants.js';

/*
 * One internal chat whose members are all online: how long a message takes from its request to every socket.
 * `npm run bench:chats`, or `-- --members 100` for a short run.
 */

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000' },
    /** Messages a second, and for how long. */
    rate: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    /** A DATA_DIR that is kept. */
    data: { type: 'string' },
    json: { type: 'string' },
  },
});
const seed = { companies: 1, tickets: 200, messages: 400, contacts: 200 };
const [members, rate, seconds] = [Number(values.members), Number(values.rate), Number(values.seconds)];
const mostMs = 150;

await withServer({ ...values, seed }, bench);

async function bench({ server, dataDir }: BenchServer): Promise<void> {
  const { url } = server;
  const checks = new Checks('bench:chats');
  const database = await BenchDatabase.open(dataDir);
  printMachine();
  const [company] = await seededCompanies(database);
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  await addUsers(database, company.id);
  const { clients, accounts } = await openTenant(url, database, company.id, { people: members, ticketsEach: 0 });
  const [owner, ...others] = clients;
  if (!owner) throw new Error('The company has no users');
  const input = { title: 'Todos', users: others.map(({ id }) => id) };
  const chat = bodyOf(await owner.post<{ id: number }>('/chats', input), 201);
  const pool = await SocketPool.open(url, accounts);
  try {
    const { ready } = await pool.ready(accounts.length);
    const count = rate * seconds;
    const marker = `todos-${Date.now()}-`;
    await pool.record(marker, count);
    const meter = new CpuMeter({ server: server.pid, receivers: pool.pids });
    meter.start();
    const sent: Promise<number>[] = [];
    await onSchedule(rate, count, (moment, index) => {
      const message = `${marker}${index}@${(performance.timeOrigin + moment).toFixed(2)}#`;
      sent.push(owner.post(`/chats/${chat.id}/messages`, { message }).then(({ status }) => status));
    });
    const refused = (await Promise.all(sent)).filter((status) => status !== 201).length;
    meter.stop();
    const indices = Array.from({ length: count }, (_, index) => index);
    const deliveries = await pool.received(Object.fromEntries(accounts.map(({ user }) => [user, indices])));
    const { p50, p95, p99, expected, missing, duplicated } = deliveries;
    print(
      `${table([
        ['members online', 'messages/s', 'p50, ms', 'p95', 'p99', 'expected', 'missing', 'duplicated', 'server'],
        [
          String(ready),
          String(rate),
          ...[p50, p95, p99].map(ms),
          ...[expected, missing, duplicated].map(String),
          percent(meter.shares.server),
        ],
      ])}\n`,
    );
    checks.equal('members online', ready, accounts.length);
    checks.equal('missing, duplicated, refused', missing + duplicated + refused, 0);
    checks.atMost('from the request to every socket, p99', p99, mostMs, ' ms');
    print(`${checks}\n`);
    printMachine();
    await writeJson(values.json, { arguments: values, ready, ...deliveries, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await Promise.all([pool.close(), database.close()]);
  }
}

/** Until the company has so many, who sign in with the password of its first user. */
async function addUsers(database: BenchDatabase, companyId: number): Promise<void> {
  const known = (await peopleOf(database, companyId)).length;
  await database.rows(
    `insert into users (company_id, name, email, password_hash, profile, all_ticket, language)
     select u.company_id, 'Membro ' || n, 'membro' || n || '-' || u.company_id || '@carga.local', u.password_hash, 'user',
       'desabled', 'pt'
     from (select * from users where company_id = $1 and email like '%.local' order by id limit 1) u,
       generate_series($2::int + 1, $3::int) n on conflict do nothing`,
    [companyId, known, members],
  );
}
