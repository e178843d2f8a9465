import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Clock } from '../src/core/clock.js';
import { AppConfig } from '../src/core/config/config.js';
import { type Actor, Context } from '../src/core/context.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { Db } from '../src/core/database/db.js';
import { companySetting } from '../src/core/database/tenant.entity.js';
import { MediaUrls } from '../src/core/storage/media-urls.js';
import { ormConfig } from '../src/mikro-orm.config.js';
import { ContactSearch } from '../src/modules/contacts/contact-search.service.js';
import { MessageList } from '../src/modules/messages/message-list.js';
import { MessageQueries } from '../src/modules/messages/messages.queries.js';
import type { ReadReceipts } from '../src/modules/messages/read-receipts/read-receipts.service.js';
import { TicketList } from '../src/modules/tickets/search/ticket-list.js';
import { TicketSearch } from '../src/modules/tickets/search/ticket-search.service.js';
import { TicketQueries } from '../src/modules/tickets/tickets.queries.js';
import type { TicketsService } from '../src/modules/tickets/tickets.service.js';

/*
 * What row security costs per list: `node --import ./scripts/lib/typescript-hooks.mjs bench/row-security.ts [--runs 500]`
 * over a database that `npm run bench:seed` filled. The statements are the product's own, taken down while it makes them
 * and repeated as the owner, who sees past the policies, and as the application's role, in turns.
 */

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '500' } } });
const runs = Number(values.runs);
const config = AppConfig.load();
const database = await connectDatabase(config);
try {
  await measure();
} finally {
  if (!database.wasRunning) await database.stop();
}

async function measure(): Promise<void> {
  const owner = await client(database.ownerUrl);
  const app = await client(database.urls.app);
  const role = await single<{ free: boolean }>(
    owner,
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  if (!role.free)
    throw new Error('The owner is no superuser: the policies are forced on it too, there is nothing to compare with');
  const orm = await MikroORM.init(ormConfig(database.urls.app, { min: 1, max: 2 }, () => undefined));
  try {
    const company = await single<{ id: number; name: string; tickets: number }>(
      owner,
      'select c.id, c.name, count(*) as tickets from companies c join tickets t on t.company_id = c.id group by c.id order by 3 desc limit 1',
    );
    const size = await single<{ tickets: number; messages: number }>(
      owner,
      'select (select count(*) from tickets) as tickets, (select count(*) from messages) as messages',
    );
    await app.query('select set_config($1, $2, false)', [companySetting, String(company.id)]);
    process.stdout.write(
      `${company.name}: ${company.tickets} of ${size.tickets} conversations, ${size.messages} messages, ${runs} runs each\n\n`,
    );
    const lists = await takeDown(orm, owner, company.id);
    process.stdout.write(`${row(['list', 'owner p50', 'app p50', 'cost', 'owner p95', 'app p95'])}\n`);
    for (const [name, statements] of lists) {
      const times = await compare(statements, owner, app);
      const [free, fenced] = [quantile(times.owner, 0.5), quantile(times.app, 0.5)];
      const cost = `${fenced >= free ? '+' : ''}${(fenced - free).toFixed(2)} ms`;
      const tail = [quantile(times.owner, 0.95), quantile(times.app, 0.95)].map(ms);
      process.stdout.write(`${row([name, ms(free), ms(fenced), cost, ...tail])}\n`);
    }
    const units = await unitTimes(orm, company.id);
    process.stdout.write(`\nA unit of work around it (begin, company, commit): ${ms(quantile(units, 0.5))}\n`);
  } finally {
    await Promise.all([owner.end(), app.end(), orm.close(true)]);
  }
}

/** The statements of every list, by running it once as the product does. */
async function takeDown(orm: MikroORM, owner: pg.Client, companyId: number): Promise<[string, Statement[]][]> {
  const context = new Context();
  const db = new Db(orm, orm, context);
  const logged: Statement[] = [];
  orm.config.getLogger().logQuery = ({ query = '', params = [] }) => {
    // begin, the company and commit have none
    if (params.length > 0) logged.push({ sql: query, params });
  };
  const media = new MediaUrls(config, new Clock());
  const rows = new TicketQueries(db, context, media);
  const tickets = new TicketList(db, context, rows, new TicketSearch(db, context, new ContactSearch(db, context)));
  const [manager, attendant] = await Promise.all([
    actorOf(owner, companyId, 'admin'),
    actorOf(owner, companyId, 'user'),
  ]);
  const listen = async (actor: Actor, list: () => Promise<unknown>): Promise<Statement[]> => {
    logged.length = 0;
    await context.run({ actor }, () => db.runAs(companyId, list));
    return [...logged];
  };
  const deep = await single<{ at: string; id: number }>(
    owner,
    `select to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id from tickets
     where company_id = ${companyId} and status = 'closed' order by updated_at desc, id desc offset 5000 limit 1`,
  );
  const long = await single<{ id: number }>(
    owner,
    `select ticket_id as id from messages where company_id = ${companyId} group by 1 order by count(*) desc, 1 limit 1`,
  );
  const ticket = await context.run({ actor: manager }, () => db.runAs(companyId, () => rows.byId(long.id)));
  const found = { get: async () => ticket } as unknown as TicketsService;
  const messages = new MessageList(db, context, new MessageQueries(db, context, media), found, {} as ReadReceipts);
  const cursor = Buffer.from(`${deep.at}|${deep.id}`).toString('base64url');
  const all = { showAll: 'true' };
  return [
    ['open, manager, all', await listen(manager, () => tickets.list({ ...all, status: 'open' }))],
    ['open, attendant', await listen(attendant, () => tickets.list({ status: 'open' }))],
    ['pending, attendant', await listen(attendant, () => tickets.list({ status: 'pending' }))],
    ['closed, first page', await listen(manager, () => tickets.list({ ...all, status: 'closed' }))],
    ['closed, 5 000 deep, cursor', await listen(manager, () => tickets.list({ ...all, status: 'closed', cursor }))],
    ['search by name', await listen(manager, () => tickets.list({ ...all, searchParam: 'Paula Oliv' }))],
    ['counters, attendant', await listen(attendant, () => tickets.counters({}))],
    ['messages, newest page', await listen(manager, () => messages.list(long.id, { peek: 'true' }))],
  ];
}

async function actorOf(owner: pg.Client, companyId: number, profile: Actor['profile']): Promise<Actor> {
  const user = await single<{ id: number; name: string; all: boolean; queues: number[] }>(
    owner,
    `select u.id, u.name, u.all_ticket = 'enabled' as "all", array_remove(array_agg(q.queue_id), null)::float8[] as queues
     from users u left join user_queues q on q.user_id = u.id where u.company_id = ${companyId} and u.profile = '${profile}'
     group by u.id order by (select count(*) from tickets t where t.user_id = u.id and t.status = 'open') desc limit 1`,
  );
  return {
    userId: user.id,
    sessionId: '',
    companyId,
    name: user.name,
    profile,
    super: false,
    queueIds: user.queues,
    allTicket: user.all,
    locale: 'pt',
    features: {},
  };
}

/** One and the other in turns, so that what else the machine does falls on both alike. */
async function compare(
  statements: readonly Statement[],
  owner: pg.Client,
  app: pg.Client,
): Promise<Record<'owner' | 'app', number[]>> {
  const times: Record<'owner' | 'app', number[]> = { owner: [], app: [] };
  const warmUp = Math.ceil(runs / 10);
  for (let run = -warmUp; run < runs; run += 1) {
    const turns = [['owner', owner] as const, ['app', app] as const];
    for (const [name, connection] of run % 2 === 0 ? turns : turns.toReversed()) {
      const started = performance.now();
      for (const { sql, params } of statements) await connection.query(sql, [...params]);
      if (run >= 0) times[name].push(performance.now() - started);
    }
  }
  return times;
}

async function unitTimes(orm: MikroORM, companyId: number): Promise<number[]> {
  const context = new Context();
  const db = new Db(orm, orm, context);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await context.run({}, () => db.runAs(companyId, async () => undefined));
    times.push(performance.now() - started);
  }
  return times;
}

async function client(url: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  return connection;
}

async function single<T extends object>(connection: pg.Client, sql: string): Promise<T> {
  const { rows } = await connection.query<T>(sql);
  if (!rows[0]) throw new Error('The database is empty: npm run bench:seed');
  return rows[0];
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`;
}

function row([first = '', ...rest]: readonly string[]): string {
  return first.padEnd(28) + rest.map((cell) => cell.padStart(11)).join('');
}
