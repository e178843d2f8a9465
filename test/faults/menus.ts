import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import { CloudTenant, customerNumber } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { RetryingClient } from '../support/retrying-client.js';
import type { Named } from '../support/world.js';

export interface MenuOptions {
  readonly seed: number;
  /** Who walk through the menus at a time. */
  readonly customers: number;
  readonly kills: number;
  /** Does not wait for the leases of killed processes. */
  readonly hurry: boolean;
}

interface Walked {
  readonly number: string;
  /** What they should have heard. */
  readonly expected: readonly string[];
}

/** A customer writes on only after an answer: servers that live for a second each take their time. */
const patienceMs = 300_000;
const longestPauseMs = 2_000;

/** Customers walk through the bot's menus while the server is killed repeatedly: each message gets its one answer. */
export async function menus({ seed, customers, kills, hurry }: MenuOptions): Promise<Checks> {
  const checks = new Checks('menus, kill -9 in the middle');
  const deployment = await Deployment.start({ seed, graph: { throughput: { perSecond: 500, burst: 500 } } });
  const client = new RetryingClient(deployment.urls);
  const random = new Random(seed);
  try {
    const tenant = await CloudTenant.create(deployment);
    const steps = await prepare(tenant);
    let killing = true;
    let index = 0;
    const walked: Walked[] = [];
    const walkers = Array.from({ length: customers }, async () => {
      while (killing) {
        index += 1;
        walked.push(await walk(deployment, tenant, client, customerNumber(seed, index), steps));
      }
    });
    for (let kill = 0; kill < kills; kill += 1) {
      await Promise.all(deployment.runners.map((server) => server.ready()));
      await delay(random.between([0, longestPauseMs]));
      for (const server of deployment.runners) await server.kill();
      if (hurry) await deployment.postgres.rows('update outbox_jobs set leased_until = null where failed_at is null');
    }
    killing = false;
    await Promise.all(walkers);
    await deployment.settled();
    if (hurry) await deployment.skipWaits();
    await deployment.settled();
    await check(deployment, walked, checks);
    checks.figure('customers', walked.length);
    checks.figure('kills', kills);
    return checks;
  } finally {
    await client.close();
    await deployment.close(!checks.ok);
  }
}

/** Two departments, one with options. @returns what each customer writes, and a part of the answer */
async function prepare({ w, connection }: CloudTenant): Promise<[text: string, answer: string][]> {
  const option = async (title: string, message: string, parentId: number | null = null): Promise<number> =>
    bodyOf(await w.admin.post<Named>('/queue-options', { queueId: w.sales.id, parentId, title, message }), 201).id;
  bodyOf(
    await w.admin.put(`/whatsapp/${connection.id}`, {
      queueIds: [w.sales.id, w.support.id],
      greetingMessage: 'Com quem deseja falar?',
      maxUseBotQueues: 10,
    }),
  );
  const orders = await option('Pedidos', 'Sobre pedidos:');
  await option('Andamento', 'Em preparo.', orders);
  await option('Trocas', 'Traga a nota.', orders);
  return [
    ['oi', 'Com quem deseja falar?'],
    ['não sei', 'Com quem deseja falar?'],
    ['1', '- Pedidos'],
    ['1', 'Sobre pedidos:'],
    ['0', '- Pedidos'],
    ['#', 'Com quem deseja falar?'],
    ['1', '- Pedidos'],
    ['1', 'Sobre pedidos:'],
    ['2', 'Traga a nota.'],
  ];
}

/** Writes when the answer to what was written before is stored. */
async function walk(
  { postgres }: Deployment,
  tenant: CloudTenant,
  client: RetryingClient,
  number: string,
  steps: readonly (readonly [string, string])[],
): Promise<Walked> {
  const answers = (): Promise<number> =>
    postgres.count('messages m join contacts c on c.id = m.contact_id where m.from_me and c.number = $1', [number]);
  const expected: string[] = [];
  for (const [text, answer] of steps) {
    await client.send(tenant.webhook({ from: number, id: `wamid.${number}.${expected.length}`, text }));
    expected.push(answer);
    const end = Date.now() + patienceMs;
    while ((await answers()) < expected.length && Date.now() < end) await delay(20);
  }
  return { number, expected };
}

async function check(deployment: Deployment, walked: readonly Walked[], checks: Checks): Promise<void> {
  const stored = await deployment.postgres.rows<{ number: string; bodies: string[] }>(
    `select c.number, array_agg(m.body order by m.id) as bodies from messages m join contacts c on c.id = m.contact_id
     where m.from_me group by 1`,
  );
  const answered = walked.map(({ number, expected }) => {
    const bodies = stored.find((row) => row.number === number)?.bodies ?? [];
    return {
      number,
      lost: expected.length - bodies.length,
      wrong: expected.some((part, at) => !bodies[at]?.includes(part)),
    };
  });
  checks.none(
    'customers with an answer lost',
    answered.filter(({ lost }) => lost > 0),
  );
  checks.none(
    'customers with an answer doubled',
    answered.filter(({ lost }) => lost < 0),
  );
  checks.none(
    'customers with another answer',
    answered.filter(({ lost, wrong }) => lost === 0 && wrong),
  );
  checks.none('answers sent twice', deployment.graph.log.duplicates());
  await deployment.check(checks);
}
