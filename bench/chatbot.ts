import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { Checks } from '../test/support/checks.js';
import { bodyOf } from '../test/support/client.js';
import { type CallAnswer, RetryingClient } from '../test/support/retrying-client.js';
import { BenchDatabase } from './lib/database.js';
import { onSchedule } from './lib/http-load.js';
import { ms, percent, print, printMachine, quantile, writeJson } from './lib/report.js';
import { CpuMeter } from './lib/resources.js';
import { type BenchServer, withServer } from './lib/server.js';
import { createConnection, openTenant, seededCompanies } from './lib/tenants.js';

/*
 * Customers write, and each message gets the menu of departments: how long that takes from the beginning of the transaction
 * that stores the message to the end of the bot's step. Customers who wrote before, or with --unknown those who never did,
 * whose contact and conversation are created. Answers leave at the rate of a number. `npm run bench:chatbot`.
 */

const { values } = parseArgs({
  options: {
    /** Messages a second, and for how long. */
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    unknown: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const seed = { companies: 1, tickets: 1_000, messages: 20_000, contacts: 1_000, users: 10 };
const mostP99 = 500;
const warmUpSeconds = 3;
const firstNumber = 5_511_910_000_000;
const numberOf = (index: number): string => String(firstNumber + index);

// the provider accepts everything
const provider = createServer((request, answer) => {
  request.resume();
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify({ messages: [{ id: `wamid.${randomUUID()}` }] }));
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const { port } = provider.address() as AddressInfo;
await withServer({ seed, env: { GRAPH_API_URL: `http://127.0.0.1:${port}` } }, bench).finally(() => provider.close());

/** Conversations that wait without a department, with the customers of {@link numberOf}. */
async function createWaiting(
  database: BenchDatabase,
  companyId: number,
  connectionId: number,
  count: number,
): Promise<void> {
  await database.rows(
    `with people as (
       insert into contacts (company_id, uuid, name, number)
       select $1, gen_random_uuid(), 'Cliente ' || n, ($4::bigint + n)::text from generate_series(0, $3::int - 1) n returning id
     ), company as (
       update companies set last_ticket_code = last_ticket_code + $3 where id = $1 returning last_ticket_code as last
     ), made as (
       insert into tickets (company_id, uuid, code, status, connection_id, contact_id, channel, window_until)
       select $1, gen_random_uuid(), c.last - row_number() over () + 1, 'pending', $2, p.id, 'cloudapi', now() + interval '1 day'
       from people p, company c returning id
     )
     insert into ticket_cycles (company_id, ticket_id, number, queued_at) select $1, id, 1, now() from made`,
    [companyId, connectionId, count, firstNumber],
  );
}

interface Answers {
  readonly messages: number;
  readonly answers: number;
  readonly doubled: number;
  readonly waits: readonly number[];
}

async function bench({ server: { url, pid }, dataDir }: BenchServer): Promise<void> {
  const checks = new Checks('bench:chatbot');
  const client = new RetryingClient([url]);
  const database = await BenchDatabase.open(dataDir);
  printMachine();
  const [company] = await seededCompanies(database);
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  const { clients } = await openTenant(url, database, company.id, { people: 1, ticketsEach: 1 });
  const [manager] = clients;
  if (!manager) throw new Error('Nobody is signed in');
  try {
    const { id: connectionId, webhook } = await createConnection(manager);
    const queues = await database.rows<{ id: number }>(
      'select id::int from queues where company_id = $1 order by id limit 5',
      [company.id],
    );
    const queueIds = queues.map(({ id }) => id);
    const form = { queueIds, greetingMessage: '{{ms}}, {{firstName}}! Com quem deseja falar?' };
    bodyOf(await manager.put(`/whatsapp/${connectionId}`, form));
    await database.rows("update connections set status = 'CONNECTED' where id = $1", [connectionId]);
    const count = rate * seconds;
    const warmUp = Math.round((rate * warmUpSeconds) / 2);
    if (!values.unknown) await createWaiting(database, company.id, connectionId, warmUp + count);
    const write = async (texts: number, first: number): Promise<number> => {
      const sent: Promise<CallAnswer | undefined>[] = [];
      await onSchedule(rate, texts, (_moment, index) => {
        sent.push(client.sendOnce(webhook(numberOf(first + index), 'Bom dia')));
      });
      return (await Promise.all(sent)).filter((answer) => answer?.status !== 200).length;
    };
    await write(warmUp, 0);
    await database.settled(60);
    // as after some time of use
    await database.rows('analyze bot_sessions, inbox_events, ticket_cycles, tickets, contacts, messages');
    const meter = new CpuMeter({ server: pid, database: database.pid });
    meter.start();
    const refused = await write(count, warmUp);
    meter.stop();
    const behind = await database.settled(120);
    const { messages, answers, doubled, waits } = await answersOf(database, connectionId, warmUp);
    const { server, database: postgres } = meter.shares;
    print(
      `${count} messages, ${rate} a second: p50 ${ms(quantile(waits, 0.5))}, p95 ${ms(quantile(waits, 0.95))}, ` +
        `p99 ${ms(quantile(waits, 0.99))} ms to the answer; everything done ${behind?.toFixed(1) ?? 'more than 120'} s ` +
        `after the last; server ${percent(server)}, PostgreSQL ${percent(postgres)} of a core\n\n`,
    );
    checks.equal('webhooks refused', refused, 0);
    checks.equal('messages stored', messages, count + warmUp);
    checks.equal('answers', answers, count + warmUp);
    checks.equal('customers with two answers', doubled, 0);
    checks.atMost('added to the answer, p99', quantile(waits, 0.99), mostP99, ' ms');
    print(`${checks}\n`);
    await writeJson(values.json, { arguments: values, waits: waits.length, cpu: meter.shares, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await Promise.all([client.close(), database.close()]);
  }
}

async function answersOf(database: BenchDatabase, connectionId: number, warmUp: number): Promise<Answers> {
  const rows = await database.rows<{ inbound: number; outbound: number; wait: number }>(
    `select count(*) filter (where not m.from_me)::int as inbound, count(*) filter (where m.from_me)::int as outbound,
       1000 * extract(epoch from max(s.menu_sent_at) - min(m.created_at) filter (where not m.from_me))::float8 as wait
     from messages m join ticket_cycles y on y.ticket_id = m.ticket_id
     left join bot_sessions s on s.cycle_id = y.id where m.connection_id = $1 group by m.ticket_id order by min(m.id)`,
    [connectionId],
  );
  const total = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    messages: total(({ inbound }) => inbound),
    answers: total(({ outbound }) => outbound),
    doubled: rows.filter(({ outbound }) => outbound > 1).length,
    waits: rows.slice(warmUp).map(({ wait }) => wait),
  };
}
