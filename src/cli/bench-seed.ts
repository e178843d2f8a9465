import 'reflect-metadata';
import { parseArgs } from 'node:util';
import pg, { type Client } from 'pg';
import { AppConfig } from '../core/config/config.js';
import { Passwords } from '../core/crypto/passwords.js';
import { connectDatabase } from '../core/database/connect.js';
import { demoPassword } from '../demo/logins.js';
import { type BenchSize, sentencesSql, writeBenchCompany } from './lib/bench-data.js';

const usage = `Usage: npm run bench:seed -- [--companies 1] [--tickets 10000] [--messages 200000] [--contacts 10000] [--force]
Numbers are totals, divided among the companies. A database with other companies than those of the demo needs --force.
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
    companies: { type: 'string', default: '1' },
    tickets: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '200000' },
    contacts: { type: 'string', default: '10000' },
    force: { type: 'boolean', default: false },
  },
});
const companies = number(values.companies);
const share = (text: string): number => Math.ceil(number(text) / companies);
const size: BenchSize = {
  tickets: share(values.tickets),
  messages: share(values.messages),
  contacts: share(values.contacts),
};

const countSql = `
  select (select count(*) from contacts where company_id = $1) as contacts, (select count(*) from tickets where company_id = $1) as tickets,
    (select count(*) from tickets where company_id = $1 and status = 'open') as open, (select count(*) from tickets where company_id = $1 and status = 'pending') as pending,
    (select count(*) from messages where company_id = $1) as messages`;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const database = await connectDatabase(AppConfig.load());
try {
  const client = await writer();
  try {
    if (values.force || (await isOurs(client))) await fill(client);
    else {
      process.stderr.write(
        'This database has companies that are not of the demo: nothing was written. --force writes all the same.\n',
      );
      process.exitCode = 1;
    }
  } finally {
    await client.end();
  }
  if (process.exitCode !== 1) await tidy(database.ownerUrl);
} finally {
  if (!database.adopted) await database.stop();
}

/**
 * A superuser may leave out the checks of references, which take four fifths of the time; what is written satisfies them.
 * Anybody else writes as the platform role.
 */
async function writer(): Promise<Client> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const role = await owner.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user');
  if (role.rows[0]?.rolsuper) {
    await owner.query('set session_replication_role = replica');
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

async function fill(client: Client): Promise<void> {
  const started = performance.now();
  // a crash costs a bench nothing but a second run
  await client.query("set synchronous_commit = off; set work_mem = '256MB'; set temp_buffers = '256MB'; set jit = off");
  await client.query(sentencesSql);
  const known = await client.query<{ last: number }>(
    "select coalesce(max(substring(name from '\\d+')::int), 0) as last from companies where name ~ '^Carga \\d+$'",
  );
  const passwordHash = await new Passwords().hash(demoPassword);
  for (let index = 1; index <= companies; index += 1) {
    const name = `Carga ${(known.rows[0]?.last ?? 0) + index}`;
    const from = performance.now();
    await client.query('begin');
    const id = await writeBenchCompany(client, name, size, passwordHash);
    await client.query('commit');
    const counts = await client.query<Record<string, number>>(countSql, [id]);
    const text = Object.entries(counts.rows[0] ?? {}).map(([what, count]) => `${count} ${what}`);
    process.stdout.write(`${name} (id ${id}): ${text.join(', ')} in ${seconds(from)}\n`);
    process.stdout.write(`  gestor1@${name.toLowerCase().replaceAll(' ', '')}.local, senha ${demoPassword}\n`);
  }
  process.stdout.write(`Written in ${seconds(started)}\n`);
}

/** Leaves the tables as a database has them that has run for a while; only their owner may. */
async function tidy(ownerUrl: string): Promise<void> {
  const started = performance.now();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('vacuum (analyze)');
    process.stdout.write(`Vacuumed and analysed in ${seconds(started)}\n`);
  } finally {
    await owner.end();
  }
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
