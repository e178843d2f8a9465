import { randomInt, randomUUID } from 'node:crypto';
import { demoPassword } from '../../src/demo/logins.js';
import { bodyOf, Client } from '../../test/support/client.js';
import { cloudInput } from '../../test/support/cloud-company.js';
import { signedWebhook } from '../../test/support/cloud-tenant.js';
import { concurrently } from '../../test/support/concurrently.js';
import type { Call } from '../../test/support/retrying-client.js';
import type { Audience, SocketAccount } from '../socket-clients.js';
import type { BenchDatabase } from './database.js';

/** A user of a seeded company. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly profile: 'admin' | 'supervisor' | 'user';
  readonly queueIds: readonly number[];
  /** Sees conversations without a department. */
  readonly allTicket: boolean;
}

/** A pending conversation. */
export interface PendingTicket {
  readonly id: number;
  /** Of the customer. */
  readonly number: string;
  /** 0: without a department. */
  readonly queueId: number;
}

/** People of a seeded company, its pending conversations and a connection that customers write to. */
export interface Tenant {
  readonly people: readonly Person[];
  /** Of {@link people}; the first is a manager. */
  readonly clients: readonly Client[];
  readonly accounts: readonly SocketAccount[];
  readonly tickets: readonly PendingTicket[];
  readonly connection: BenchConnection;
  readonly webhook: BenchConnection['webhook'];
}

/** A Cloud API connection. */
export interface BenchConnection {
  readonly id: number;
  readonly phoneNumberId: string;
  /** A message of a customer. */
  readonly webhook: (number: string, text: string) => Call;
}

type Database = Pick<BenchDatabase, 'rows'>;

export async function signIn(url: string, email: string): Promise<Client> {
  const client = new Client(url);
  bodyOf(await client.signIn(email, demoPassword));
  return client;
}

/** Seeded companies, the largest first. */
export async function seededCompanies(database: Database): Promise<{ id: number; host: string }[]> {
  return database.rows(
    `select c.id::int, replace(lower(c.name), ' ', '') || '.local' as host from companies c where c.name ~ '^Carga \\d+$'
     order by (select count(*) from tickets t where t.company_id = c.id) desc, c.id`,
  );
}

/** Signs in so many people of a seeded company and opens conversations in each of its departments. */
export async function openTenant(
  url: string,
  database: Database,
  companyId: number,
  { people: count, ticketsEach }: { readonly people: number; readonly ticketsEach: number },
): Promise<Tenant> {
  const people = (await peopleOf(database, companyId)).slice(0, count);
  const signIns = people.map((person) => () => signIn(url, person.email));
  const clients = await concurrently(8, signIns);
  const [manager] = clients;
  if (!manager) throw new Error('The database is not loaded: npm run bench:seed');
  const accounts = clients.map(({ id, token = '' }) => ({ user: id, token }));
  const connection = await createConnection(manager);
  const tickets = await createPendingTickets(database, companyId, connection.id, ticketsEach);
  return { people, clients, accounts, tickets, connection, webhook: connection.webhook };
}

export function peopleOf(database: Database, companyId: number): Promise<Person[]> {
  return database.rows<Person>(
    `select u.id::int, u.email, u.profile, u.all_ticket = 'enabled' as "allTicket",
       array(select q.queue_id::int from user_queues q where q.company_id = u.company_id and q.user_id = u.id) as "queueIds"
     from users u where u.company_id = $1 and u.email like '%.local' order by u.id`,
    [companyId],
  );
}

/** With the secrets of the simulated provider, which knows the number only where a program adds it. */
export async function createConnection(manager: Client): Promise<BenchConnection> {
  const { appSecret } = cloudInput;
  const phoneNumberId = String(randomInt(100_000_000_000, 200_000_000_000));
  const input = { ...cloudInput, name: `Bench ${phoneNumberId}`, facebookUserId: phoneNumberId, queueIds: [] };
  const { id } = bodyOf(await manager.post<{ id: number }>('/whatsapp', input), 201);
  return {
    id,
    phoneNumberId,
    webhook: (from, text) =>
      signedWebhook({ id, phoneNumberId, appSecret }, { from, text, id: `wamid.${randomUUID()}` }),
  };
}

/** So many conversations in each department, of new contacts. */
export function createPendingTickets(
  database: Database,
  companyId: number,
  connectionId: number,
  each: number,
): Promise<PendingTicket[]> {
  return database.rows<PendingTicket>(
    `with wanted as (
       select q.id as queue_id, row_number() over (order by n, q.id) as k from queues q, generate_series(1, $3) n where q.company_id = $1
     ), company as (
       update companies set last_ticket_code = last_ticket_code + (select count(*) from wanted) where id = $1 returning last_ticket_code as last
     ), people as (
       insert into contacts (company_id, uuid, name, number)
       select $1, gen_random_uuid(), 'Espera ' || k, '55209' || lpad((coalesce((select max(id) from contacts), 0) + k)::text, 8, '0') from wanted returning id, number, name
     ), made as (
       insert into tickets (company_id, uuid, code, status, queue_id, connection_id, contact_id, channel)
       select $1, gen_random_uuid(), company.last - w.k + 1, 'pending', w.queue_id, $2, p.id, 'cloudapi'
       from wanted w join people p on p.name = 'Espera ' || w.k, company returning id, contact_id, queue_id
     ), cycles as (
       insert into ticket_cycles (company_id, ticket_id, number, queued_at) select $1, id, 1, now() from made
     )
     select m.id::int, p.number, m.queue_id::int as "queueId" from made m join people p on p.id = m.contact_id order by m.id`,
    [companyId, connectionId, each],
  );
}

/** Who sees a pending conversation; written independently of the product's policy. */
const sees =
  (queueId: number) =>
  ({ profile, queueIds, allTicket }: Person): boolean =>
    profile === 'admin' || (queueId === 0 ? allTicket : queueIds.includes(queueId));

/** A message to a conversation of a tenant. */
export interface Target {
  readonly tenant: Tenant;
  readonly ticket: PendingTicket;
}

/** So many messages: to each company in turn, and to its conversations in turn. */
export function targetsOf(tenants: readonly Tenant[], count: number): Target[] {
  return Array.from({ length: count }, (_, index) => {
    const tenant = tenants[index % tenants.length];
    const ticket = tenant?.tickets[Math.floor(index / tenants.length) % tenant.tickets.length];
    if (!tenant || !ticket) throw new Error('No conversation');
    return { tenant, ticket };
  });
}

/** So many messages of customers who never wrote, in turn; without a department, as the connection has none. */
export function newCustomers(tenant: Tenant, customers: number, count: number): Target[] {
  const first = 12_800_000_000 + (Date.now() % 99_000_000);
  return Array.from({ length: count }, (_, index) => ({
    tenant,
    ticket: { id: 0, number: `55${first + (index % customers)}`, queueId: 0 },
  }));
}

/** Which of the messages each user has to receive. */
export function audienceOf(targets: readonly Target[]): Audience {
  const audience: Record<number, number[]> = {};
  for (const [index, { tenant, ticket }] of targets.entries())
    for (const { id } of tenant.people.filter(sees(ticket.queueId))) {
      audience[id] ??= [];
      audience[id].push(index);
    }
  return audience;
}
