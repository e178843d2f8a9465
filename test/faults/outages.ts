import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { CloudTenant, type CustomerTicket, type InboundText } from '../support/cloud-tenant.js';
import { Deployment, type DeploymentOptions } from '../support/deployment.js';
import { LiveView } from '../support/live-view.js';
import type { RedisServer } from '../support/redis.js';
import { callAs, RetryingClient } from '../support/retrying-client.js';
import { type Reply, reply } from './replies.js';

export interface Outage {
  readonly name: string;
  /** Breaks something and repairs it. */
  readonly run: (deployment: Deployment) => Promise<unknown>;
  /** Outcomes that clients may see beside success; 503 with Retry-After unless the server itself is killed. */
  readonly allowed?: readonly string[];
}

export interface OutageOptions {
  readonly seed: number;
  /** Customers who write, one message after the other each. */
  readonly customers: number;
  /** Pause of a customer, attendant or poller between two calls. */
  readonly pauseMs: number;
  readonly attendants: number;
  /** Does not wait for leases. */
  readonly hurry: boolean;
  /** Of load before and after the outage. */
  readonly loadSeconds: number;
  /** Everything has to work again within so many. */
  readonly recoverySeconds: number;
}

export const postgresOutages: readonly Outage[] = [
  {
    name: 'restart',
    run: async ({ postgres }) => {
      await postgres.stop('fast');
      await postgres.start();
    },
  },
  {
    name: 'crash',
    run: async ({ postgres }) => {
      await postgres.stop('crash');
      await postgres.start();
    },
  },
  {
    name: 'away',
    run: async ({ postgres }) => {
      await postgres.stop('fast');
      await delay(30_000);
      await postgres.start();
    },
  },
  {
    name: 'frozen',
    run: async ({ postgres }) => {
      const resume = await postgres.freeze();
      await delay(5_000);
      resume();
    },
  },
  {
    // the server starts while the database still recovers
    name: 'with-servers',
    allowed: ['503', 'refused', 'reset', 'timeout'],
    run: async ({ postgres, servers }) => {
      await Promise.all([postgres.stop('crash'), ...servers.map((server) => server.kill())]);
      await delay(1_000);
      await postgres.start();
      await Promise.all(servers.map((server) => server.ready()));
    },
  },
];

export const redisOutages: readonly Outage[] = [
  {
    name: 'restart',
    run: async (deployment) => {
      await redisOf(deployment).kill('SIGTERM');
      await redisOf(deployment).start();
    },
  },
  {
    name: 'kill',
    run: async (deployment) => {
      await redisOf(deployment).kill();
      await delay(10_000);
      await redisOf(deployment).start();
    },
  },
  {
    name: 'flush',
    run: async (deployment) => {
      for (let times = 0; times < 5; times += 1) {
        await redisOf(deployment).command('FLUSHALL');
        await delay(500);
      }
    },
  },
  {
    name: 'frozen',
    run: async (deployment) => {
      redisOf(deployment).freeze();
      await delay(10_000);
      redisOf(deployment).thaw();
    },
  },
];

function redisOf({ redis }: Deployment): RedisServer {
  if (!redis) throw new Error('The deployment has no Redis');
  return redis;
}

/** Runs each outage in a deployment of its own, under webhooks, replies, polled lists and sockets. */
export async function outages(
  all: readonly Outage[],
  deployment: Omit<DeploymentOptions, 'seed'>,
  options: OutageOptions,
): Promise<Checks[]> {
  const results: Checks[] = [];
  for (const outage of all) results.push(await runUnderLoad(outage, deployment, options));
  return results;
}

async function runUnderLoad(
  outage: Outage,
  deploymentOptions: Omit<DeploymentOptions, 'seed'>,
  { seed, attendants, customers, pauseMs, hurry, loadSeconds, recoverySeconds }: OutageOptions,
): Promise<Checks> {
  const checks = new Checks(outage.name);
  const deployment = await Deployment.start({
    graph: { throughput: { perSecond: 500, burst: 500 }, pair: { everyMs: 0, burst: 1_000 }, latencyMs: [5, 60] },
    ...deploymentOptions,
    seed,
  });
  let load: Load | undefined;
  try {
    const tenant = await CloudTenant.create(deployment, { attendants });
    load = await Load.prepare(deployment, tenant, { seed, customers, pauseMs });
    load.start();
    await delay(loadSeconds * 1000);
    const began = Date.now();
    await outage.run(deployment);
    const back = Date.now();
    checks.figure('duration', `${((back - began) / 1000).toFixed(1)} s`);
    const handledAfter = await firstHandled(deployment, back, recoverySeconds);
    await delay(loadSeconds * 1000);
    await load.stop();
    checkOutcomes(load, back, outage, recoverySeconds, checks);
    checks.atMost('until a new webhook was handled', handledAfter, recoverySeconds, ' s');
    if (hurry) await deployment.skipWaits();
    await deployment.settled();
    await deployment.graph.settled(30_000);
    await deployment.settled();
    await checkMessages(deployment, tenant, load, checks);
    await checkViews(load.views, checks);
    await deployment.check(checks);
    return checks;
  } finally {
    await load?.close();
    await deployment.close(!checks.ok);
  }
}

/** Customers write, attendants reply, screens poll and listen, until stopped. */
export class Load {
  /** Acknowledged. */
  readonly written: InboundText[] = [];
  readonly replied: Reply[] = [];
  private running = true;
  private working: Promise<void>[] = [];

  private constructor(
    private readonly tenant: CloudTenant,
    readonly tickets: readonly CustomerTicket[],
    readonly views: readonly LiveView[],
    private readonly pauseMs: number,
    private readonly reads: readonly string[],
    readonly client: RetryingClient,
  ) {}

  static async prepare(
    deployment: Deployment,
    tenant: CloudTenant,
    { seed, customers, pauseMs }: Pick<OutageOptions, 'seed' | 'customers' | 'pauseMs'>,
    /** Read by the manager beside the lists, one after the other. */
    reads: readonly string[] = [],
  ): Promise<Load> {
    const client = new RetryingClient(deployment.urls);
    const tickets = await tenant.openTickets(client, seed, customers);
    await deployment.settled();
    client.outcomes.length = 0;
    const views = [tenant.w.admin, tenant.w.admin, ...tenant.attendants].map((person, index) => {
      const shown = tickets.find(({ attendant }) => attendant === person) ?? tickets[index % tickets.length];
      return LiveView.open(person, shown?.id ?? 0);
    });
    return new Load(tenant, tickets, await Promise.all(views), pauseMs, reads, client);
  }

  start(): void {
    const { tenant, tickets, client } = this;
    this.working = [
      ...tickets.map(({ number: from }) =>
        this.repeat(async (count) => {
          const message = { from, id: `wamid.${randomUUID()}`, text: `mensagem ${count} de ${from}` };
          if (await client.send(tenant.webhook(message))) this.written.push(message);
        }),
      ),
      ...tickets.map((ticket) =>
        this.repeat(async (count) => {
          const sent = await reply(client, ticket, `resposta ${count} para ${ticket.number}`);
          if (sent) this.replied.push(sent);
        }),
      ),
      ...[tenant.w.admin, ...tenant.attendants].map((person) =>
        this.repeat(async () => void (await client.send(callAs(person, 'GET', '/tickets?status=open')))),
      ),
      ...(this.reads.length > 0
        ? [
            this.repeat(async (count) => {
              const path = this.reads[count % this.reads.length] ?? '';
              await client.sendOnce(callAs(tenant.w.admin, 'GET', path));
            }),
          ]
        : []),
    ];
  }

  /** Until every call that was begun is acknowledged. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.working);
  }

  async close(): Promise<void> {
    for (const view of this.views) view.close();
    await this.client.close();
  }

  private async repeat(act: (count: number) => Promise<void>): Promise<void> {
    for (let count = 1; this.running; count += 1) {
      await act(count);
      await delay(this.pauseMs);
    }
  }
}

/** Seconds until a webhook was handled that came after that moment; infinite if that takes longer than twice the limit. */
export async function firstHandled({ postgres }: Deployment, since: number, limitSeconds: number): Promise<number> {
  for (const end = Date.now() + limitSeconds * 2_000; Date.now() < end; await delay(50)) {
    const { at } = await postgres.row<{ at: number | null }>(
      'select (extract(epoch from min(processed_at)) * 1000)::float8 as at from inbox_events where created_at > to_timestamp($1)',
      [since / 1000],
    );
    if (at !== null) return Math.max(0, (at - since) / 1000);
  }
  return Number.POSITIVE_INFINITY;
}

function checkOutcomes(
  { client }: Load,
  back: number,
  { allowed = ['503'] }: Outage,
  recoverySeconds: number,
  checks: Checks,
): void {
  const failed = client.outcomes.filter(({ outcome }) => outcome !== '200' && outcome !== '201');
  checks.figure('answers to clients', client.summary());
  checks.none(
    `answers other than success and ${allowed.join(', ')}`,
    failed
      .filter(({ outcome }) => !allowed.includes(outcome))
      .map(({ outcome, call, sentAt, endedAt }) => `${outcome} to ${call}, ${sentAt - back} to ${endedAt - back} ms`),
  );
  const last = Math.max(back, ...failed.map(({ endedAt }) => endedAt));
  checks.atMost('until the last failure', (last - back) / 1000, recoverySeconds, ' s');
  const slowest = Math.max(...client.outcomes.map(({ sentAt, endedAt }) => endedAt - sentAt));
  checks.figure('longest wait for an answer', `${(slowest / 1000).toFixed(1)} s`);
}

export async function checkMessages(
  { postgres, graph }: Deployment,
  { w }: CloudTenant,
  { written, replied }: Load,
  checks: Checks,
): Promise<void> {
  const stored = await postgres.rows<{ id: number; providerId: string | null; text: string }>(
    `select m.id::int, m.provider_id as "providerId", c.number || ': ' || m.body as text
     from messages m join contacts c on c.id = m.contact_id where m.company_id = $1 order by m.id`,
    [w.companyId],
  );
  const ids = new Set(stored.flatMap(({ id, providerId }) => [id, providerId]));
  const texts = stored.map(({ text }) => text);
  checks.figure('acknowledged', `${written.length} webhooks, ${replied.length} replies`);
  checks.none(
    'acknowledged writes lost',
    [...written, ...replied].filter(({ id }) => !ids.has(id)),
  );
  checks.none(
    'duplicates',
    texts.filter((text, index) => texts.indexOf(text) !== index),
  );
  checks.none('accepted twice by the provider', graph.log.duplicates());
  checks.none('messages out of order', outOfOrder(texts));
}

export async function checkViews(views: readonly LiveView[], checks: Checks): Promise<void> {
  const differences = async (): Promise<string[]> =>
    (await Promise.all(views.map((view) => view.differences()))).flat();
  const stale = await differences();
  checks.figure('differences of screens before a resync', stale.length === 0 ? 0 : `${stale.length}, as ${stale[0]}`);
  checks.figure(
    'reconnects of sockets',
    views.reduce((sum, { reconnects }) => sum + reconnects, 0),
  );
  await Promise.all(views.map((view) => view.resync()));
  let left = await differences();
  // a message may be under way between the two reads; what a screen has missed it does not get later
  for (let looks = 0; left.length > 0 && looks < 10; looks += 1) {
    await delay(500);
    left = await differences();
  }
  checks.none('differences of screens after a resync', left);
}

/** `551191…: mensagem 3 de …` after a higher number of the same customer. */
function outOfOrder(texts: readonly string[]): string[] {
  const newest = new Map<string, number>();
  return texts.filter((text) => {
    const [, of = '', digits = '0'] = /^(\d+: \w+) (\d+)/.exec(text) ?? [];
    const last = newest.get(of) ?? 0;
    newest.set(of, Math.max(last, Number(digits)));
    return Number(digits) < last;
  });
}
