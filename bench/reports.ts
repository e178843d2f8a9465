import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Checks } from '../test/support/checks.js';
import { bodyOf, type Client } from '../test/support/client.js';
import { residentMegabytes } from '../test/support/proc.js';
import { BenchDatabase } from './lib/database.js';
import { ms, print, printMachine, quantile, writeJson } from './lib/report.js';
import { type BenchServer, withServer } from './lib/server.js';
import { peopleOf, seededCompanies, signIn } from './lib/tenants.js';

/* Reports of a company with many attendances: pages, figures, and all of them as files. `npm run bench:reports`. */

const { values } = parseArgs({
  options: {
    /** More than a sheet of a workbook has rows. */
    attendances: { type: 'string', default: '1050000' },
    pages: { type: 'string', default: '40' },
    json: { type: 'string' },
  },
});
const [attendances, pages] = [Number(values.attendances), Number(values.pages)];
const seed = { companies: 1, tickets: 2_000, messages: 10_000, contacts: 50_000 };
const mostMegabytes = 450;
const mostPageMs = 50;

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** What a page has to read, without the product. */
const rawPage = (where: string): string => `
  select y.*, t.uuid, t.code, c.name, c.number, w.name as connection, u.name as "user", q.name as queue
  from ticket_cycles y join tickets t on t.company_id = y.company_id and t.id = y.ticket_id join contacts c on c.id = t.contact_id
  join connections w on w.id = t.connection_id left join users u on u.id = y.user_id left join queues q on q.id = y.queue_id
  where y.company_id = $1 and y.finished_at is not null ${where} order by y.finished_at desc, y.id desc limit 100`;

await withServer({ seed }, bench);

interface Page {
  readonly attendances: readonly object[];
  readonly cursor: string;
}

interface Timed {
  readonly p50: number;
  readonly p95: number;
}

async function bench({ server: { url, pid }, dataDir }: BenchServer): Promise<void> {
  const checks = new Checks('bench:reports');
  const database = await BenchDatabase.open(dataDir);
  try {
    printMachine();
    const [company] = await seededCompanies(database);
    if (!company) throw new Error('The database is not loaded: npm run bench:seed');
    await fill(database, company.id);
    const [manager] = await peopleOf(database, company.id);
    const client = await signIn(url, manager?.email ?? '');
    const days = `dateStart=${dayBefore(365)}&dateEnd=${dayBefore(0)}`;

    const middle = await database.row<{ at: string; id: number }>(
      `select to_char(finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id::int from ticket_cycles
       where company_id = $1 and finished_at is not null order by finished_at desc, id desc offset $2 limit 1`,
      [company.id, Math.floor(attendances * 0.9)],
    );
    const cursor = Buffer.from(`${middle.at}|${middle.id}`).toString('base64url');
    const read = (path: string) => async (): Promise<unknown> => bodyOf(await client.get<Page>(path));
    const times: Record<string, Timed> = {
      'first page': await timed(read(`/relatories?${days}`)),
      'page at nine tenths': await timed(read(`/relatories?${days}&cursor=${cursor}`)),
      'first page as raw SQL': await timed(() => database.rows(rawPage(''), [company.id])),
      'page at nine tenths as raw SQL': await timed(() =>
        database.rows(rawPage('and (y.finished_at, y.id) < ($2, $3)'), [company.id, middle.at, middle.id]),
      ),
      'days of attendants': await timed(read(`/relatories/attendants?${days}`)),
      'figures of the year': await timed(read(`/relatories/summary?${days}`), 5),
      'figures of a week': await timed(read('/relatories/summary'), 10),
    };
    for (const [name, { p50, p95 }] of Object.entries(times))
      print(`${name.padEnd(32)} p50 ${ms(p50)}, p95 ${ms(p95)} ms\n`);
    for (const name of ['first page', 'page at nine tenths'])
      checks.atMost(name, times[name]?.p95 ?? Number.POSITIVE_INFINITY, mostPageMs, ' ms');

    const { total } = bodyOf(await client.get<{ total: { attendances: number } }>(`/relatories/summary?${days}`));
    const exports = [];
    for (const format of ['csv', 'xlsx']) {
      const result = await exported(client, pid, format, days);
      exports.push(result);
      print(
        `${format}: ${result.rows} rows in ${result.seconds.toFixed(1)} s, ${Math.round(result.rows / result.seconds)} a second, ` +
          `${(result.bytes / 1e6).toFixed(0)} MB; server ${result.before.toFixed(0)} MB before, ${result.peak.toFixed(0)} MB at most; ` +
          `another page meanwhile p95 ${ms(result.meanwhile)} ms, longest ${ms(result.longest)} ms\n`,
      );
      checks.equal(`${format}: rows`, result.rows, total.attendances);
      checks.atMost(`${format}: memory of the server`, result.peak, mostMegabytes, ' MB');
    }
    print(`${checks}\n`);
    await writeJson(values.json, { arguments: values, times, exports, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

async function timed(act: () => Promise<unknown>, runs = pages): Promise<Timed> {
  const taken: number[] = [];
  for (let run = -2; run < runs; run += 1) {
    const began = performance.now();
    await act();
    if (run >= 0) taken.push(performance.now() - began);
  }
  return { p50: quantile(taken, 0.5), p95: quantile(taken, 0.95) };
}

/** So many conversations of the last year with one finished attendance each. */
async function fill(database: BenchDatabase, companyId: number): Promise<void> {
  const nth = (table: string, n: string): string =>
    `(select array_agg(id order by id) from ${table} where company_id = ${companyId})[${n}]`;
  const began = performance.now();
  await database.rows('set session_replication_role = replica; set synchronous_commit = off');
  await database.rows(
    `create temp table drawn as select n, nextval('tickets_id_seq') as ticket, now() - interval '364 days' * ((${attendances} - n)::float8 / ${attendances}) - interval '8 hours' as at,
       ${nth('contacts', '1 + n % 50000')} as contact, ${nth('connections', '1 + n % 3')} as phone, ${nth('queues', '1 + n % 8')} as queue,
       ${nth('users', '3 + n % 30')} as person, random() as luck from generate_series(1, ${attendances}) n`,
  );
  await database.rows(
    `insert into tickets (id, company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel, created_at, updated_at, last_message_at, last_arrival_at)
     select ticket, ${companyId}, gen_random_uuid(), 1000000 + n, 'closed', person, queue, phone, contact, 'sandbox', at, at, at, at from drawn`,
  );
  await database.rows(
    `insert into ticket_cycles (company_id, ticket_id, number, created_at, queued_at, started_at, first_response_at, finished_at, queue_id, user_id, rating)
     select ${companyId}, ticket, 1, at, at, at + interval '20 minutes' * luck, at + interval '25 minutes' * luck, at + interval '6 hours' * (0.05 + luck), queue, person,
       case when luck < 0.4 then 1 + n % 3 end from drawn order by n`,
  );
  await database.rows(
    `insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ticket, ${nth('tags', '1 + n % 12')} from drawn where n % 3 = 0`,
  );
  await database.rows('drop table drawn');
  await database.rows('vacuum (analyze) tickets');
  await database.rows('vacuum (analyze) ticket_cycles');
  await database.rows('vacuum (analyze) ticket_tags');
  await database.rows('set session_replication_role = origin');
  print(`${attendances} attendances written in ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
}

/** Has a job write the whole year, while somebody reads pages. */
async function exported(client: Client, pid: number, format: string, query: string) {
  const before = residentMegabytes(pid);
  const input = { report: 'conversations', format, query };
  const began = performance.now();
  let { id, ...state } = bodyOf(
    await client.post<{ id: number; status: string; rows: number; total: number; size: number }>(
      '/relatories/exports',
      input,
    ),
    201,
  );
  let peak = before;
  const meanwhile: number[] = [];
  while (state.status === 'waiting' || state.status === 'running') {
    await delay(100);
    const asked = performance.now();
    bodyOf(await client.get<object>('/relatories'));
    meanwhile.push(performance.now() - asked);
    state = bodyOf(await client.get<typeof state>(`/relatories/exports/${id}`));
    peak = Math.max(peak, residentMegabytes(pid));
  }
  const seconds = (performance.now() - began) / 1000;
  if (state.status !== 'ready') throw new Error(`The export is ${state.status}`);
  bodyOf(await client.delete(`/relatories/exports/${id}`));
  const { rows, size } = state;
  return {
    rows,
    seconds,
    bytes: size,
    before,
    peak,
    meanwhile: quantile(meanwhile, 0.95),
    longest: Math.max(...meanwhile),
  };
}
