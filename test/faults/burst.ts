import { Checks } from '../support/checks.js';
import { CloudTenant, customerNumber, type InboundText } from '../support/cloud-tenant.js';
import { concurrently } from '../support/concurrently.js';
import { Deployment } from '../support/deployment.js';
import { RetryingClient } from '../support/retrying-client.js';

export interface BurstOptions {
  readonly seed: number;
  readonly numbers: number;
  /** Messages of each number. */
  readonly each: number;
  /** Webhooks at a time. */
  readonly concurrency: number;
  /** kill -9 in the middle of either round. */
  readonly kill: boolean;
  readonly processes: number;
  readonly redis: boolean;
  /** Does not wait for the leases of killed processes. */
  readonly hurry: boolean;
}

/** Unknown customers write at once, and the provider reports every message twice. */
export async function burst(options: BurstOptions): Promise<Checks> {
  const { seed, numbers, each, kill, processes, redis } = options;
  const setting = [kill && 'kill -9 in the middle', processes > 1 && `${processes} processes`, redis && 'over Redis'];
  const checks = new Checks(['burst', ...setting.filter(Boolean)].join(', '));
  const deployment = await Deployment.start({ seed, processes, redis });
  const client = new RetryingClient(deployment.urls);
  try {
    const tenant = await CloudTenant.create(deployment);
    const customers = Array.from({ length: numbers }, (_, index) => messagesOf(seed, index, each));
    for (const round of [1, 2]) {
      const acknowledged = await post(deployment, tenant, client, customers, options);
      checks.equal(`round ${round}: webhooks answered 200`, acknowledged, numbers * each);
    }
    checks.figure('answers to the provider', client.summary());
    if (options.hurry) await deployment.skipWaits();
    await deployment.settled();
    await check(deployment, tenant, customers, checks);
    const expected = ['200', ...(kill ? ['refused', 'reset', 'timeout', '503'] : [])];
    checks.none(
      'answers other than 200',
      client.outcomes.filter(({ outcome }) => !expected.includes(outcome)),
    );
    return checks;
  } finally {
    await client.close();
    await deployment.close(!checks.ok);
  }
}

/** Each customer's messages one after the other, which defines their order; customers concurrently. */
async function post(
  deployment: Deployment,
  tenant: CloudTenant,
  client: RetryingClient,
  customers: readonly (readonly InboundText[])[],
  { concurrency, each, kill }: BurstOptions,
): Promise<number> {
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  const send = async (message: InboundText): Promise<void> => {
    if (await client.send(tenant.webhook(message))) acknowledged += 1;
    if (kill && acknowledged >= (customers.length * each) / 2)
      killed ??= Promise.all(deployment.servers.map((server) => server.kill()));
  };
  // the first messages of all before any second one
  for (let turn = 0; turn < each; turn += 1)
    await concurrently(
      concurrency,
      customers.flatMap(({ [turn]: message }) => (message ? [() => send(message)] : [])),
    );
  await killed;
  return acknowledged;
}

async function check(
  deployment: Deployment,
  { w }: CloudTenant,
  customers: readonly (readonly InboundText[])[],
  checks: Checks,
): Promise<void> {
  const { postgres } = deployment;
  const of = [w.companyId];
  const contacts = await postgres.count('contacts where company_id = $1 and id <> $2', [w.companyId, w.contact.id]);
  checks.equal('contacts', contacts, customers.length);
  checks.equal('conversations', await postgres.count('tickets where company_id = $1', of), customers.length);
  checks.equal('messages', await postgres.count('messages where company_id = $1', of), customers.flat().length);
  const stored = await postgres.rows<{ number: string; bodies: string[]; tickets: number }>(
    `select c.number, array_agg(m.body order by m.id) as bodies, count(distinct m.ticket_id)::int as tickets
     from messages m join contacts c on c.id = m.contact_id where m.company_id = $1 group by 1`,
    of,
  );
  const wrong = customers.filter((messages) => {
    const found = stored.find(({ number }) => number === messages[0]?.from);
    return found?.tickets !== 1 || found.bodies.join() !== messages.map(({ text }) => text).join();
  });
  checks.none('customers whose messages are not complete and in order', wrong);
  await deployment.check(checks);
}

function messagesOf(seed: number, customer: number, each: number): InboundText[] {
  const from = customerNumber(seed, customer);
  return Array.from({ length: each }, (_, index) => ({
    from,
    id: `wamid.${seed}.${from}.${index + 1}`,
    text: `mensagem ${index + 1} de ${from}`,
  }));
}
