import { sql } from 'kysely';
import { connectDatabase } from '../../src/core/database/connect-database.js';
import { ReportsDb } from '../../src/core/database/reports-db.js';
import { migrationsOf } from '../../src/mikro-orm.config.js';
import type { ReportSummary } from '../../src/modules/insight/reports/search/reports.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { PostgresProcess } from '../support/postgres-process.js';
import { configOf, removeData } from '../support/second-server.js';
import { until } from '../support/until.js';
import { type World, world } from '../support/world.js';

let postgres: PostgresProcess;
let replica: PostgresProcess;
let app: TestApp;
let w: World;

const start = (lag: number): Promise<TestApp> =>
  startApp({ DATABASE_REPORTS_URL: replica.url, DATABASE_REPORTS_LAG: String(lag) }, undefined, {
    url: postgres.url,
    query: (text, params) => postgres.rows(text, params),
    drop: async () => undefined,
  });

beforeAll(async () => {
  postgres = await PostgresProcess.start();
  const config = await configOf(postgres.url);
  await connectDatabase(config, migrationsOf);
  await removeData(config);
  // what is in the way of the replay is cancelled at once
  replica = await postgres.replicate({ max_standby_streaming_delay: '0' });
  app = await start(600);
  w = await world(app);
  await w.customer().says('Bom dia');
  await caughtUp();
  await until('the report has it', async () => (await attendances()) === 1);
});
afterAll(async () => {
  await app?.close();
  await replica?.close();
  await postgres?.close();
});

const attendances = async (client: Client = w.admin): Promise<number> =>
  bodyOf(await client.get<ReportSummary>('/relatories/summary?by=arrival')).total.attendances;

const listed = async (): Promise<number> =>
  bodyOf(await w.admin.get<{ count: number }>('/relatories?by=arrival')).count;

async function fileRows(): Promise<number> {
  const headers = { authorization: `Bearer ${w.admin.token}` };
  const answer = await fetch(`${app.url}/relatories/export?by=arrival`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.text()).trimEnd().split('\n').length - 1;
}

const checks = async ({ url } = app): Promise<Record<string, string>> => {
  const answer = await fetch(`${url}/health/ready`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { checks: Record<string, string> }).checks;
};
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};

async function caughtUp(): Promise<void> {
  const { at } = await postgres.row<{ at: string }>('select pg_current_wal_lsn()::text as at');
  await until('the replica has everything', async () => {
    const { done } = await replica.row<{ done: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [
      at,
    ]);
    return done && (await checks())['replica'] === 'up';
  });
}

test('reports and their files are read from the replica', async () => {
  const before = await attendances();
  await replica.rows('select pg_wal_replay_pause()');
  await w.customer().says('Boa tarde');
  // the primary has one more
  expect([await attendances(), await fileRows()]).toEqual([before, before]);
  await replica.rows('select pg_wal_replay_resume()');
  await until('the replica has it, too', async () => (await attendances()) === before + 1);
  expect(await fileRows()).toBe(before + 1);
  expect(await metric('reports_replica_up')).toBe(1);
});

test('row security holds there: of two companies each sees its own rows', async () => {
  const other = await world(app);
  for (const text of ['um', 'dois', 'três']) await other.customer().says(text);
  await caughtUp();
  const own = await attendances();
  // a commit may reach the log later than its answer its client
  await until('the report has them', async () => (await attendances(other.admin)) === 3);
  const before = await metric('reports_replica_failures_total');
  const reports = app.nest.get(ReportsDb);
  const all = sql<{ company: number; server: boolean; count: number }>`
    select company_id as company, pg_is_in_recovery() as server, count(*)::int as count from ticket_cycles group by 1`;
  const of = async (company: number) => reports.rows(company, all);
  expect(await of(w.companyId)).toEqual([{ company: w.companyId, server: true, count: own }]);
  expect(await of(other.companyId)).toEqual([{ company: other.companyId, server: true, count: 3 }]);
  expect(await metric('reports_replica_failures_total')).toBe(before);
});

test('what the replay cancels is read from the primary', async () => {
  const before = await metric('reports_replica_failures_total');
  const slow = sql<{ replica: boolean }>`
    select pg_is_in_recovery() as replica from pg_sleep(case when pg_is_in_recovery() then 25 else 0 end)
    where (select count(*) from ticket_cycles) > 0`;
  // the table is read before the sleep, and stays locked until the end
  const reading = app.nest.get(ReportsDb).rows(w.companyId, slow);
  await until('it runs on the replica', async () => {
    const { running } = await replica.row<{ running: boolean }>(
      `select exists (select from pg_locks l join pg_stat_activity a using (pid)
         where l.relation = 'ticket_cycles'::regclass and a.pid <> pg_backend_pid() and a.state = 'active') as running`,
    );
    return running;
  });
  await postgres.rows('begin; lock table ticket_cycles in access exclusive mode; commit');
  expect(await reading).toEqual([{ replica: false }]);
  expect(await metric('reports_replica_failures_total')).toBe(before + 1);
});

test('the replica is killed under load and comes back: no report fails', async () => {
  const expected = await attendances();
  let going = true;
  const answers: number[] = [];
  const read = async (): Promise<void> => {
    while (going) answers.push(await attendances(), await listed());
  };
  const reading = Promise.all([read(), read(), read(), read()]);
  const some = async (): Promise<void> => {
    const enough = answers.length + 40;
    await Promise.race([until('reports are answered', () => answers.length >= enough), reading]);
  };
  await some();
  await replica.stop('crash');
  await some();
  await until('the loss is noticed', async () => (await checks())['replica'] === 'down');
  expect(await metric('reports_replica_up')).toBe(0);
  await some();
  await replica.start();
  await until('it is used again', async () => (await checks())['replica'] === 'up');
  await some();
  going = false;
  await reading;
  expect(new Set(answers)).toEqual(new Set([expected]));
});

test('one that is away at the start, or too far behind, is not asked', async () => {
  await replica.stop('fast');
  const impatient = await start(2);
  try {
    const admin = Object.assign(impatient.visitor(), { token: w.admin.token });
    const before = await attendances(admin);
    expect((await checks(impatient))['replica']).toBe('down');
    await replica.start();
    await until('it is used', async () => (await checks(impatient))['replica'] === 'up');
    await replica.rows('select pg_wal_replay_pause()');
    await w.customer().says('Ainda aí?');
    await until('the primary answers', async () => (await attendances(admin)) === before + 1);
    expect((await checks(impatient))['replica']).toBe('down');
  } finally {
    await impatient.close();
  }
});
