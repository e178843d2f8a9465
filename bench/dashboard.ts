import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { Checks } from '../test/support/checks.js';
import { bodyOf, type Client } from '../test/support/client.js';
import { BenchDatabase } from './lib/database.js';
import { median, ms, print, printMachine, quantile, writeJson } from './lib/report.js';
import { type BenchServer, timedStart, withServer } from './lib/server.js';
import { seededCompanies, signIn } from './lib/tenants.js';

/* The dashboard of a company with many conversations, beside plain counts of the same. `npm run bench:dashboard`. */

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '1000000' },
    /** Over which they are spread. */
    days: { type: 'string', default: '400' },
    runs: { type: 'string', default: '40' },
    /** A DATA_DIR that is kept: loaded by the first run. */
    data: { type: 'string' },
    json: { type: 'string' },
  },
});
const [conversations, days, runs] = [values.conversations, values.days, values.runs].map(Number) as [
  number,
  number,
  number,
];
const seed = { companies: 1, tickets: 1_000, messages: 5_000, contacts: 1_000, users: 60 };
const [mostWarm, mostCold] = [20, 150];

const routes = (['days=90', 'days=30', 'days=1'] as const).flatMap((period) => [
  `/dashboard?${period}`,
  `/dashboard/departments?${period}`,
  `/dashboard/weekdays?${period}`,
]);

await withServer({ seed, data: values.data }, bench);

/** Closed conversations of people in the departments they belong to, most of them resolved on the day they came. */
async function load(database: BenchDatabase, company: number): Promise<void> {
  const people = Math.ceil(conversations / 5);
  const at = `now() - interval '${days} days' * ((${conversations} - n)::float8 / ${conversations})`;
  for (const statement of [
    `insert into contacts (company_id, uuid, name, number, created_at)
     select ${company}, gen_random_uuid(), 'Cliente ' || n, '5571' || lpad(n::text, 9, '0'), now() - interval '${days} days' * (n::float8 / ${people})
     from generate_series(1, ${people}) n`,
    `create temp table member as select row_number() over (order by user_id, queue_id) as k, user_id, queue_id from user_queues where company_id = ${company}`,
    `create temp table customer as select row_number() over (order by id) as k, id from contacts where company_id = ${company} and number like '5571%'`,
    `create temp table made as
     select n, nextval('tickets_id_seq') as id, ${at} as created, random() as luck, m.user_id, m.queue_id, c.id as contact_id
     from generate_series(1, ${conversations}) n
     join member m on m.k = 1 + (n * 7919::bigint) % (select count(*) from member)
     join customer c on c.k = 1 + n % ${people}`,
    `insert into tickets (id, company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel, created_at, updated_at)
     select id, ${company}, gen_random_uuid(), 1000000 + n, 'closed', user_id, queue_id, (select min(id) from connections where company_id = ${company}),
       contact_id, 'sandbox', created, created + interval '3 hours' from made`,
    `insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, first_response_at, finished_at, queue_id, user_id, rating, created_at, updated_at)
     select ${company}, id, 1, created, created + luck * interval '20 minutes', created + luck * interval '25 minutes',
       least(created + luck ^ 6 * interval '2 days' + interval '30 minutes', now()), queue_id, user_id,
       case when luck < 0.4 then 3 - floor(luck * 5)::int end, created, created from made`,
    'vacuum analyze tickets, ticket_cycles, contacts',
  ])
    await database.rows(statement);
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function bench({ server, dataDir }: BenchServer): Promise<void> {
  const checks = new Checks('bench:dashboard');
  printMachine();
  let database = await BenchDatabase.open(dataDir);
  const [company] = await seededCompanies(database);
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  const filled = await database.row<{ rows: number }>('select count(*)::int as rows from daily_figures');
  if (filled.rows === 0) {
    const loading = await time(() => load(database, company.id));
    const rolling = await time(() =>
      promisify(execFile)(process.execPath, ['scripts/run.mjs', 'cli/figures'], {
        env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off' },
      }),
    );
    print(
      `${conversations} conversations loaded in ${ms(loading)} ms, counted by npm run figures in ${ms(rolling)} ms\n`,
    );
    await database.rows('vacuum analyze daily_figures, daily_arrivals, figure_days');
  }
  const stored = await database.row<{ rows: number; size: string }>(
    "select count(*)::int as rows, pg_size_pretty(pg_total_relation_size('daily_figures')) as size from daily_figures",
  );
  print(`${stored.rows} rows of daily figures, ${stored.size}\n\n`);
  await database.close();
  // neither buffers nor plans of the load
  await server.stop();
  await timedStart(server);
  database = await BenchDatabase.open(dataDir);
  const manager = await signIn(server.url, `gestor1@${company.host}`);
  const ask = (route: string, client: Client = manager) => time(async () => bodyOf(await client.get<object>(route)));
  const figures: Record<string, { cold: number; warm: number; p95: number }> = {};
  for (const route of routes) {
    const cold = await ask(route);
    const warm: number[] = [];
    for (let run = 0; run < runs; run += 1) warm.push(await ask(route));
    figures[route] = { cold, warm: median(warm), p95: quantile(warm, 0.95) };
    print(`${route.padEnd(36)} first ${ms(cold)}, median ${ms(median(warm))}, p95 ${ms(quantile(warm, 0.95))} ms\n`);
  }
  const where = `company_id = ${company.id} and`;
  const raw: [string, string][] = [
    [
      'plain count of the cycles of 180 days',
      `select user_id, count(*), avg(started_at - created_at), avg(finished_at - started_at) from ticket_cycles
       where ${where} finished_at >= now() - interval '180 days' group by 1`,
    ],
    [
      'sum of the stored figures of 180 days',
      `select user_id, sum(finished), sum(waiting_seconds), sum(service_seconds), sum(rated3) from daily_figures
       where ${where} scope = 'user' and day >= current_date - 180 group by 1`,
    ],
  ];
  for (const [name, sql] of raw) {
    const times: number[] = [];
    for (let run = 0; run < 9; run += 1) times.push(await time(() => database.rows(sql)));
    print(`\n${name}: median ${ms(median(times))} ms\n`);
    const plan = await database.rows<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${sql}`);
    print(`${plan.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}\n`);
  }
  for (const [route, { warm, cold }] of Object.entries(figures).filter(([name]) => name.endsWith('=90'))) {
    checks.atMost(`${route}, median`, warm, mostWarm, ' ms');
    checks.atMost(`${route}, first`, cold, mostCold, ' ms');
  }
  print(`\n${checks}\n`);
  await writeJson(values.json, { arguments: values, figures, stored, checks });
  await database.close();
  if (!checks.ok) process.exitCode = 1;
}
