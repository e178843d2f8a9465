import 'reflect-metadata';
import { parseArgs } from 'node:util';
import pg, { type Client } from 'pg';
import { AppConfig } from '../core/config/config.js';
import { PasswordHasher } from '../core/crypto/password-hasher.js';
import { connectDatabase } from '../core/database/connect-database.js';
import { demoPassword } from '../demo/logins.js';
import { type BenchSize, benchSizes, distributeSizes, writeBenchCompany } from './lib/bench-data.js';
import { withoutIndexes } from './lib/bench-indexes.js';
import { sentencesSql } from './lib/bench-words.js';

const usage = `Usage: npm run bench:seed -- [--large] [--companies 1] [--tickets 10000] [--messages 200000] [--contacts 10000] [--force]
Numbers are totals, divided unequally among the companies: --large is 20 of them with 1200000, 5000000 and 240000.
A database with other companies than those of the demo needs --force.
`;

const number = (text: string): number => {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    process.stderr.write(usage);
    process.exit(2);
  }
  return Number(text);
};

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
const usual = values.large ? benchSizes.large : benchSizes.small;
const companies = values.companies === undefined ? usual.companies : number(values.companies);
const total = (what: keyof BenchSize): number => (values[what] === undefined ? usual[what] : number(values[what]));
const sizes = distributeSizes(
  { tickets: total('tickets'), messages: total('messages'), contacts: total('contacts') },
  companies,
);

const countSql = `
  select c.id, c.name, (select count(*) from contacts where company_id = c.id) as contacts, (select count(*) from tickets where company_id = c.id) as tickets,
    (select count(*) from tickets where company_id = c.id and status = 'open') as open, (select count(*) from tickets where company_id = c.id and status = 'pending') as pending,
    (select count(*) from messages where company_id = c.id) as messages
  from companies c where c.id = any($1) order by c.id`;

interface Counts {
  readonly id: number;
  readonly name: string;
  readonly [what: string]: number | string;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const database = await connectDatabase(AppConfig.load());
let written: number[] = [];
try {
  const client = await writer();
  try {
    if (values.force || (await isOurs(client))) written = await fill(client);
    else {
      process.stderr.write(
        'This database has companies that are not of the demo: nothing was written. --force writes all the same.\n',
      );
      process.exitCode = 1;
    }
  } finally {
    await client.end();
  }
  if (written.length > 0) await tell(written);
} finally {
  if (!database.wasRunning) await database.stop();
}

/**
 * A superuser may leave out the checks of references, which take four fifths of the time; what is written satisfies them.
 * Anybody else writes as the platform role.
 */
async function writer(): Promise<Client> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const role = await owner.query<{ rolsuper: boolean; triggers: boolean }>(
    `select rolsuper, exists (select from pg_trigger where not tgisinternal) as triggers from pg_roles where rolname = current_user`,
  );
  if (role.rows[0]?.rolsuper) {
    // triggers of our own would be left out too
    if (!role.rows[0].triggers) await owner.query('set session_replication_role = replica');
    return owner;
  }
  await owner.end();
  const platform = new pg.Client({ connectionString: database.urls.platform });
  await platform.connect();
  return platform;
}

/** Whether there is nothing but demo companies and those of earlier runs. */
async function isOurs(client: Client): Promise<boolean> {
  const found = await client.query(
    "select 1 from companies where name not in ('Demo', 'Outra') and name !~ '^Carga \\d+$' limit 1",
  );
  return found.rowCount === 0;
}

/** Answers the ids of the companies it wrote. */
async function fill(client: Client): Promise<number[]> {
  const started = performance.now();
  // a crash costs a bench nothing but a second run
  await client.query("set synchronous_commit = off; set work_mem = '256MB'; set temp_buffers = '256MB'; set jit = off");
  await client.query(sentencesSql);
  const known = await client.query<{ last: number }>(
    "select coalesce(max(substring(name from '\\d+')::int), 0) as last from companies where name ~ '^Carga \\d+$'",
  );
  const passwordHash = await new PasswordHasher().hash(demoPassword);
  const ids: number[] = [];
  const messages = sizes.reduce((sum, size) => sum + size.messages, 0);
  // all or nothing: an interrupted load leaves no table without its indexes
  await client.query('begin');
  await withoutIndexes(client, messages, async () => {
    for (const size of sizes) {
      const name = `Carga ${(known.rows[0]?.last ?? 0) + ids.length + 1}`;
      ids.push(await writeBenchCompany(client, name, size, passwordHash));
    }
  });
  await client.query('commit');
  process.stdout.write(`Written in ${seconds(started)}\n`);
  return ids;
}

async function tell(ids: readonly number[]): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await tidy(owner);
    for (const { id, name, ...counts } of (await owner.query<Counts>(countSql, [ids])).rows) {
      const text = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
      const login = `gestor1@${name.toLowerCase().replaceAll(' ', '')}.local`;
      process.stdout.write(`${name} (id ${id}, ${login}): ${text.join(', ')}\n`);
    }
    process.stdout.write(`Password of everybody: ${demoPassword}\n`);
  } finally {
    await owner.end();
  }
}

/** Leaves the tables as a database has them that has run for a while; only their owner may. */
async function tidy(owner: Client): Promise<void> {
  const started = performance.now();
  await owner.query("set maintenance_work_mem = '512MB'");
  await owner.query('vacuum (analyze)');
  process.stdout.write(`Vacuumed and analysed in ${seconds(started)}\n`);
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
