import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../src/demo/logins.js';
import { type Call, callAs } from '../../test/support/retrying-client.js';
import type { BenchDatabase } from './database.js';
import { boardCompany } from './seed-data.js';
import { createConnection, seededCompanies, signIn } from './tenants.js';

export interface Scenario {
  readonly name: string;
  /** Requests a second. */
  readonly rate: number;
  readonly call: (index: number) => Call;
  /** Limits of the latency, in ms. */
  readonly limits?: Readonly<Partial<Record<'p50' | 'p95' | 'p99', number>>>;
  /** CPU of server and PostgreSQL a request, in ms. */
  readonly cpuLimit?: number;
}

/** Lists of the administration, as a manager opens them. */
const administration = [
  '/users',
  '/whatsapp',
  '/queue',
  '/chats',
  '/announcements',
  '/helps/list',
  '/files',
  '/audit',
  '/service-tokens',
  '/webhook-endpoints',
];

/** The most frequent requests of the largest company, each with its rate and limits. */
export async function scenarios(url: string, database: BenchDatabase): Promise<Scenario[]> {
  const [company] = await seededCompanies(database);
  if (!company) throw new Error('The database is not loaded: npm run bench:seed');
  const { id, host } = company;
  const manager = await signIn(url, `gestor1@${host}`);
  const ids = async (sql: string): Promise<string[]> =>
    (await database.rows<{ value: string }>(sql, [id])).map(({ value }) => value);
  const [busiest = ''] = await ids(
    `select u.email as value from users u where u.company_id = $1 and u.profile = 'user'
     order by (select count(*) from tickets t where t.company_id = $1 and t.user_id = u.id and t.status = 'open') desc limit 1`,
  );
  const attendant = await signIn(url, busiest);
  const closed = Number(
    (await ids("select count(*) as value from tickets where company_id = $1 and status = 'closed'"))[0],
  );
  const depth = Math.min(80_000, Math.floor(closed / 2));
  const cursors = await ids(
    `select to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '|' || id as value from tickets
     where company_id = $1 and status = 'closed' order by updated_at desc, id desc offset ${depth} limit 200`,
  );
  const rareWords = await ids(
    `select distinct word as value from (
       select substring(body from ' modelo (\\S+)$') as word from messages where company_id = $1 order by id limit 20000
     ) x where word is not null order by word limit 200`,
  );
  const longTickets = await ids(
    `select t.id as value from tickets t where t.company_id = $1 and t.status = 'open'
       and (select count(*) from messages m where m.company_id = t.company_id and m.contact_id = t.contact_id) >= 20 limit 200`,
  );
  const openTickets = await ids(
    "select id as value from tickets where company_id = $1 and status = 'open' and channel = 'sandbox' limit 200",
  );
  const { webhook } = await createConnection(manager);
  // a sign-in ends the account's other sessions
  const others = Array.from({ length: 30 }, (_, index) => `atendente${7 + index}@${host}`);
  const logins = others.filter((email) => email !== busiest);

  const get = (path: (index: number) => string, client = manager) => ({
    rate: 150,
    call: (index: number) => callAs(client, 'GET', path(index)),
  });
  const search = (words: readonly string[]) => ({
    ...get((index) => `/tickets?showAll=true&pageNumber=1&searchParam=${encodeURIComponent(pick(words, index))}`),
    rate: 20,
    limits: { p95: 100 },
    cpuLimit: 2,
  });
  const list = { limits: { p95: 25 }, cpuLimit: 1.2 };
  const names = ['Paula Oliv', 'Hugo', 'Rafael S', 'Lima', '11900'];
  const firstNewNumber = 12_900_000_000 + (Date.now() % 99_000_000);
  const inbound = {
    call: (index: number) => webhook(`551193${String(index % 300).padStart(7, '0')}`, `Carga ${index}`),
  };
  return [
    { name: 'open list, manager, all', ...get(() => '/tickets?status=open&showAll=true'), ...list },
    { name: 'open list, attendant', ...get(() => '/tickets?status=open', attendant), ...list },
    {
      name: `closed list, ${depth} deep`,
      ...get((index) => {
        const cursor = Buffer.from(pick(cursors, index)).toString('base64url');
        return `/tickets?status=closed&showAll=true&cursor=${cursor}`;
      }),
      limits: { p95: 25 },
    },
    { name: 'messages page', ...get((index) => `/messages/${pick(longTickets, index)}?peek=true`), cpuLimit: 1 },
    { name: 'contacts', ...get(() => '/contacts?pageNumber=1'), cpuLimit: 0.9 },
    {
      name: 'contacts, search',
      ...get((index) => `/contacts?pageNumber=1&searchParam=${encodeURIComponent(pick(names, index))}`),
      rate: 50,
    },
    {
      name: 'contacts, common surname',
      ...get(() => '/contacts?pageNumber=1&searchParam=Lima'),
      rate: 50,
      limits: { p95: 25 },
      cpuLimit: 1.5,
    },
    ...administration.map((path) => ({ name: path, ...get(() => path), rate: 50, limits: { p95: 25 } })),
    ...(await boardScenarios(url, database)),
    { name: 'search, frequent word', ...search(['obrigado', 'orçamento', 'pedido', 'entrega']) },
    { name: 'search, two words', ...search(['pedido entrega', 'boleto pagamento', 'orçamento valor']) },
    { name: 'search, rare word', ...search(rareWords) },
    { name: 'search, prefix', ...search(['orcam', 'transport', 'imobili', 'agend']) },
    {
      name: 'POST message',
      rate: 40,
      limits: { p95: 60 },
      cpuLimit: 4,
      call: (index) => {
        const body = { body: `Mensagem ${index} da carga, combinado?`, clientMessageId: randomUUID() };
        return callAs(manager, 'POST', `/messages/${pick(openTickets, index)}`, body);
      },
    },
    { name: 'webhook', rate: 60, ...inbound, cpuLimit: 3.5 },
    {
      name: 'webhook, new numbers',
      rate: 60,
      call: (index) => webhook(`55${firstNewNumber + index}`, `Primeira ${index}`),
      cpuLimit: 4.5,
    },
    { name: 'webhook, burst', rate: 240, ...inbound, limits: { p50: 25, p99: 250 } },
    {
      name: 'login',
      rate: 10,
      call: (index) => ({
        method: 'POST',
        path: '/auth/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: pick(logins, index), password: demoPassword }),
      }),
    },
  ];
}

/** The whole board of 10,000 cards; none where the data are of before there was one. */
async function boardScenarios(url: string, database: BenchDatabase): Promise<Scenario[]> {
  const boards = await database.rows('select 1 from companies where name = $1', [boardCompany]);
  if (boards.length === 0) return [];
  const host = `${boardCompany.toLowerCase().replaceAll(' ', '')}.local`;
  const people = ['gestor1', 'atendente7'].map(async (name) => ({
    name,
    client: await signIn(url, `${name}@${host}`),
  }));
  return (await Promise.all(people)).flatMap(({ name, client }) => [
    {
      name: `kanban, ${name}`,
      rate: 20,
      limits: { p95: 20 },
      call: () => callAs(client, 'GET', '/ticket/kanban?showAll=true&limit=30'),
    },
    {
      name: `kanban, 100 a lane, ${name}`,
      rate: 20,
      limits: { p95: 20 },
      call: () => callAs(client, 'GET', '/ticket/kanban?showAll=true'),
    },
  ]);
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The database is not loaded: npm run bench:seed');
  return found;
}
