import { Checks } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { CloudTenant, customerNumber } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { type Call, type CallAnswer, callAs, RetryingClient } from '../support/retrying-client.js';
import { until } from '../support/until.js';
import { password } from '../support/world.js';

export interface RaceOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Who accept one conversation at once. */
  readonly attendants: number;
  /** Of an unknown customer at once. */
  readonly messages: number;
  /** Only races whose name matches. */
  readonly only: string;
  readonly processes: number;
  readonly redis: boolean;
}

interface RaceContext {
  readonly deployment: Deployment;
  readonly tenant: CloudTenant;
  readonly client: RetryingClient;
  readonly options: RaceOptions;
}

interface Race {
  readonly name: string;
  /** Before the rounds. @returns a round, which answers what was wrong */
  readonly prepare: (context: RaceContext) => Promise<(round: number) => Promise<string[]>>;
  /** After the rounds: what is wrong in the database. */
  readonly finish?: (context: RaceContext) => Promise<string[]>;
}

const refreshes = 5;
const creations = 8;

/** Concurrent requests for the same thing, in many rounds. */
export async function races(options: RaceOptions): Promise<Checks[]> {
  const { seed, only, processes, redis } = options;
  const results: Checks[] = [];
  for (const race of allRaces.filter(({ name }) => new RegExp(only).test(name))) {
    const deployment = await Deployment.start({ seed, processes, redis });
    const client = new RetryingClient(deployment.urls);
    const checks = new Checks(race.name);
    try {
      const tenant = await CloudTenant.create(deployment, { attendants: race === accept ? options.attendants : 1 });
      await run(race, { deployment, tenant, client, options }, checks);
      results.push(checks);
    } finally {
      await client.close();
      await deployment.close(!checks.ok);
    }
  }
  return results;
}

async function run(race: Race, context: RaceContext, checks: Checks): Promise<void> {
  const { rounds } = context.options;
  const round = await race.prepare(context);
  const wrong: string[] = [];
  for (let number = 1; number <= rounds; number += 1)
    wrong.push(...(await round(number)).map((fault) => `round ${number}: ${fault}`));
  checks.figure('answers', context.client.summary());
  await context.deployment.settled();
  wrong.push(...((await race.finish?.(context)) ?? []));
  checks.none(`faults in ${rounds} rounds`, wrong);
  await context.deployment.check(checks);
}

/** All at once; a missing answer has status 0. */
async function sendAll(client: RetryingClient, calls: readonly Call[]): Promise<CallAnswer[]> {
  const answers = await Promise.all(calls.map((call) => client.sendOnce(call)));
  return answers.map((answer) => answer ?? { status: 0, body: '', cookie: undefined });
}

/** Empty when there are exactly so many answers of each status. */
function unexpected(answers: readonly CallAnswer[], expected: Readonly<Record<number, number>>): string[] {
  const actual: Record<number, number> = {};
  for (const { status } of answers) actual[status] = (actual[status] ?? 0) + 1;
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  return found === wanted ? [] : [`answers by status ${found}, expected ${wanted}`];
}

/** One attendant gets the conversation, the others learn who it is, and the customer is greeted once. */
const accept: Race = {
  name: 'accept',
  prepare: async ({ deployment, tenant, client, options }) => {
    const { w, attendants } = tenant;
    await client.send(callAs(w.admin, 'PUT', '/settings/sendGreetingAccepted', { value: 'enabled' }));
    const names = attendants.map(({ me }) => me.name);
    return async (round) => {
      const from = customerNumber(options.seed, round);
      await client.send(tenant.webhook({ from, id: `wamid.${from}`, text: 'Olá' }));
      const id = await ticketOf(deployment, from);
      const calls = attendants.map((attendant) => callAs(attendant, 'PUT', `/tickets/${id}`, { status: 'open' }));
      const answers = await sendAll(client, calls);
      const unnamed = answers.filter(({ status, body }) => {
        const { params } = parsed<{ params: { user?: string } }>(body);
        return status === 409 && !names.includes(params?.user ?? '');
      });
      return [
        ...unexpected(answers, { 200: 1, 409: calls.length - 1 }),
        ...unnamed.map(({ body }) => `refused without a name: ${body.slice(0, 200)}`),
      ];
    };
  },
  finish: async ({ deployment, tenant }) => {
    const odd = await deployment.postgres.rows<object>(
      `select * from (
         select t.id, (select count(*) from messages m where m.ticket_id = t.id and m.from_me) as greetings,
           (select count(*) from ticket_cycles y where y.ticket_id = t.id) as cycles
         from tickets t where t.company_id = $1) x
       where greetings <> 1 or cycles <> 1`,
      [tenant.w.companyId],
    );
    return odd.map((ticket) => JSON.stringify(ticket));
  },
};

/** Concurrent first messages of an unknown number: one contact, one conversation, every message. */
const firstMessages: Race = {
  name: 'first-messages',
  prepare: async ({ tenant, client, options }) => {
    const { seed, messages } = options;
    return async (round) => {
      const from = customerNumber(seed, round);
      const calls = Array.from({ length: messages }, (_, index) =>
        tenant.webhook({ from, id: `wamid.${from}.${index}`, text: `mensagem ${index}` }),
      );
      return unexpected(await sendAll(client, calls), { 200: messages });
    };
  },
  finish: async ({ deployment, tenant: { w }, options: { rounds, messages } }) => {
    const counts = await deployment.postgres.row<Record<string, number>>(
      `select (select count(*)::int from contacts where company_id = $1 and id <> $3) as contacts,
         (select count(*)::int from tickets where company_id = $1) as tickets,
         (select count(*)::int from (select 1 from messages where company_id = $1 group by contact_id
            having count(*) = $2 and count(distinct provider_id) = $2 and count(distinct ticket_id) = 1) x) as complete`,
      [w.companyId, messages, w.contact.id],
    );
    return Object.entries(counts).flatMap(([what, count]) =>
      count === rounds ? [] : [`${what}: ${count} of ${rounds}`],
    );
  },
};

/** One creation takes the last one that the plan allows, the others are refused. */
function planLimit(table: 'users' | 'connections', path: string, body: (name: string) => object): Race {
  return {
    name: `plan-limit-${table}`,
    prepare: async ({ deployment: { postgres }, tenant: { w }, client }) => {
      const used = await postgres.count(`${table} where company_id = $1`, [w.companyId]);
      await postgres.rows(`update plans set ${table} = $1 where id = $2`, [used + 1, w.planId]);
      return async (round) => {
        const calls = Array.from({ length: creations }, (_, index) =>
          callAs(w.admin, 'POST', path, body(`${round}-${index}`)),
        );
        const answers = await sendAll(client, calls);
        for (const { status, body: created } of answers)
          if (status === 201)
            await client.send(callAs(w.admin, 'DELETE', `${path}/${parsed<{ id: number }>(created).id}`));
        return unexpected(answers, { 201: 1, 403: creations - 1 });
      };
    },
  };
}

/** Two sign-ins of one account: one session remains. */
const signIn: Race = {
  name: 'sign-in',
  prepare: async ({ deployment, tenant, client }) => {
    const { email, id } = attendantOf(tenant).me;
    const headers = { 'content-type': 'application/json' };
    const call: Call = { method: 'POST', path: '/auth/login', headers, body: JSON.stringify({ email, password }) };
    return async () => {
      const answers = await sendAll(client, [call, call]);
      const seen = await sendAll(
        client,
        answers.map(({ body }): Call => {
          const { token } = parsed<{ token: string }>(body);
          return { method: 'GET', path: '/auth/me', headers: { authorization: `Bearer ${token}` } };
        }),
      );
      return [
        ...unexpected(answers, { 200: 2 }),
        ...unexpected(seen, { 200: 1, 401: 1 }),
        ...(await sessionsOf(deployment, id)),
      ];
    };
  },
};

/** Five tabs refresh with one cookie at once: the session stays. */
const refresh: Race = {
  name: 'refresh',
  prepare: async ({ deployment, tenant, client }) => {
    const { cookie: first, id } = attendantOf(tenant);
    let cookie = first ?? '';
    return async () => {
      const call: Call = { method: 'POST', path: '/auth/refresh_token', headers: { cookie: `jrt=${cookie}` } };
      const answers = await sendAll(client, Array<Call>(refreshes).fill(call));
      // tabs share the browser's cookies: the last one set is the next one sent
      cookie = answers.findLast((answer) => answer.cookie !== undefined)?.cookie ?? cookie;
      return [...unexpected(answers, { 200: refreshes }), ...(await sessionsOf(deployment, id))];
    };
  },
};

const allRaces: readonly Race[] = [
  accept,
  firstMessages,
  planLimit('users', '/users', (name) => ({
    name: `Pessoa ${name}`,
    email: `pessoa-${name}@falhas.test`,
    password,
    profile: 'user',
    queueIds: [],
  })),
  planLimit('connections', '/whatsapp', (name) => ({ name: `Telefone ${name}`, channel: 'sandbox', queueIds: [] })),
  signIn,
  refresh,
];

function attendantOf({ attendants: [first] }: CloudTenant): Client {
  if (!first) throw new Error('No attendant');
  return first;
}

async function sessionsOf({ postgres }: Deployment, userId: number): Promise<string[]> {
  const live = await postgres.count('sessions where user_id = $1 and ended_at is null', [userId]);
  return live === 1 ? [] : [`${live} live sessions`];
}

async function ticketOf({ postgres }: Deployment, number: string): Promise<number> {
  let id: number | undefined;
  const sql = 'select t.id::int from tickets t join contacts c on c.id = t.contact_id where c.number = $1';
  const found = async (): Promise<boolean> => {
    id = (await postgres.rows<{ id: number }>(sql, [number]))[0]?.id;
    return id !== undefined;
  };
  await until(`the conversation of ${number}`, found, 60_000);
  return id ?? 0;
}

function parsed<T extends object>(text: string): Partial<T> {
  try {
    return JSON.parse(text) as Partial<T>;
  } catch {
    return {};
  }
}
