import 'reflect-metadata';
import { parseArgs } from 'node:util';
import pg, { type Client } from 'pg';
import { AppConfig } from '../src/core/config/config.js';
import { PasswordHasher } from '../src/core/crypto/password-hasher.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { demoPassword } from '../src/demo/logins.js';
import { migrationsOf } from '../src/mikro-orm.config.js';
import { print, sum } from './lib/report.js';
import { boardCompany, boardSize, distributeSizes, type SeedSize, seedSizes, writeCompany } from './lib/seed-data.js';
import { sentencesSql } from './lib/seed-words.js';

/** From so many messages on, creating indexes afterwards costs less than updating them. */
const worthDropping = 500_000;

const usage = `Usage: npm run bench:seed -- [--large] [--companies 1] [--tickets 10000] [--messages 200000] [--contacts 10000] [--force]
Numbers are totals, distributed unequally among the companies: --large is 20 of them with 1200000, 5000000 and 240000.
A database with other companies than those of the demo needs --force. The owner of the database has to be a superuser.
`;

export interface SeedOptions extends SeedSize {
  readonly companies: number;
  /** Also into a database with other companies than those of the demo and of earlier runs. */
  readonly force?: boolean;
}

/** Fills the configured database, as its superuser. @throws when it has other companies */
export async function seedDatabase(
  variables: NodeJS.ProcessEnv | undefined,
  { companies, force = false, ...size }: SeedOptions,
): Promise<void> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const database = await connectDatabase(AppConfig.load(variables), migrationsOf);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    if (!force && (await hasOtherCompanies(client)))
      throw new Error('This database has companies that are not of the demo: nothing was written without --force.');
    const started = performance.now();
    // checks of references take four fifths of the time
    await client.query('set session_replication_role = replica');
    const ids = await write(client, distributeSizes(size, companies));
    await client.query("set maintenance_work_mem = '512MB'");
    // with statistics, as after some time of use
    await client.query('vacuum (analyze)');
    print(
      `Written in ${((performance.now() - started) / 1000).toFixed(1)} s; the password of all is ${demoPassword}\n`,
    );
    const { rows } = await client.query<{ text: string }>(countSql, [ids]);
    print(rows.map(({ text }) => `${text}\n`).join(''));
  } finally {
    await client.end();
    if (!database.wasRunning) await database.stop();
  }
}

async function hasOtherCompanies(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from companies where name not in ('Demo', 'Outra') and name !~ '^(Carga|Quadro) \\d+$' limit 1",
  );
  return rowCount !== 0;
}

/** @returns ids of the companies */
async function write(client: Client, sizes: readonly SeedSize[]): Promise<number[]> {
  await client.query("set synchronous_commit = off; set work_mem = '256MB'; set temp_buffers = '256MB'; set jit = off");
  await client.query(sentencesSql);
  const { rows } = await client.query<{ last: number }>(
    "select coalesce(max(substring(name from '\\d+')::int), 0) as last from companies where name ~ '^Carga \\d+$'",
  );
  const passwordHash = await new PasswordHasher().hash(demoPassword);
  const ids: number[] = [];
  // one transaction: an interrupted run leaves no table without its indexes
  await client.query('begin');
  const indexes = sum(sizes.map(({ messages }) => messages)) < worthDropping ? [] : await dropIndexes(client);
  for (const size of sizes) {
    const name = `Carga ${(rows[0]?.last ?? 0) + ids.length + 1}`;
    ids.push(await writeCompany(client, name, size, passwordHash));
  }
  await client.query("set local maintenance_work_mem = '1GB'");
  const { rowCount: boards } = await client.query('select 1 from companies where name = $1', [boardCompany]);
  if (boards === 0) ids.push(await writeCompany(client, boardCompany, boardSize, passwordHash));
  for (const sql of indexes) await client.query(sql);
  await client.query('commit');
  return ids;
}

/** Of `messages`, but those of constraints. @returns the statements that create them again */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
     where i.indrelid = 'messages'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ sql }) => sql);
}

const countSql = `
  select format('%s (id %s, gestor1@%s.local): %s contacts, %s tickets, %s messages', c.name, c.id, replace(lower(c.name), ' ', ''),
    (select count(*) from contacts where company_id = c.id), (select count(*) from tickets where company_id = c.id),
    (select count(*) from messages where company_id = c.id)) as text
  from companies c where c.id = any($1) order by c.id`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      large: { type: 'boolean', default: false },
      companies: { type: 'string' },
      tickets: { type: 'string' },
      messages: { type: 'string' },
      contacts: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  const { large, force, ...given } = values;
  if (Object.values(given).some((text) => !/^[1-9]\d{0,8}$/.test(text))) {
    process.stderr.write(usage);
    process.exit(2);
  }
  const numbers = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, Number(text)]));
  await seedDatabase(undefined, { ...(large ? seedSizes.large : seedSizes.small), ...numbers, force });
}

if (process.argv[1] === import.meta.filename) await main();
