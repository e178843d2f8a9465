import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { forkProgram } from '../support/child-program.js';
import { bodyOf } from '../support/client.js';
import { CloudTenant, type CustomerTicket } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { cpuOf, cpuOfMachine, cpuWithChildren, isRunning, residentMegabytes } from '../support/proc.js';
import { RetryingClient } from '../support/retrying-client.js';
import { until } from '../support/until.js';
import type { api, TimedReply } from './attendants.js';
import { checkCampaign, createCampaign, expireUncertain, isOver } from './bulk-campaign.js';
import type { AnsweredTicket } from './replies.js';

export interface CampaignOptions {
  readonly seed: number;
  readonly recipients: number;
  readonly perSecond: number;
  readonly processes: number;
  readonly redis?: boolean;
  /** Beside Redis; they are killed instead of the processes that answer HTTP. */
  readonly workers?: number;
  /** PostgreSQL crashes once, Redis is emptied twice. */
  readonly crash?: boolean;
  /** Seconds between two kills; the processes take turns. */
  readonly killEvery: number;
  /** At most. */
  readonly kills: number;
  /** Does not wait for statuses. */
  readonly hurry: boolean;
}

const patienceMs = 900_000;
const conversations = 20;
/** A campaign of this size, at a thousand messages a second, has limits. */
const fullSize = 100_000;
const mostSeconds = 170;
const mostMegabytes = 400;

/** A campaign is sent while the processes that send it are killed in turn: each recipient gets it once. */
export async function campaign(options: CampaignOptions): Promise<Checks> {
  const { seed, recipients, perSecond, processes, redis = false, workers = 1, hurry } = options;
  const checks = new Checks('campaign');
  const deployment = await Deployment.start({
    seed,
    processes,
    redis,
    workers,
    ownSessions: true,
    // of the product's own server
    postgres: { shared_buffers: '256MB' },
    graph: {
      latencyMs: [20, 80],
      throughput: { perSecond, burst: perSecond },
      pair: { everyMs: 0, burst: 1_000 },
      statuses: { delayMs: [0, 1_000], skip: 0.5 },
      webhooks: { batch: 200, gatherMs: 100 },
    },
  });
  const { graph, postgres } = deployment;
  // runs are comparable where the machine was as fast
  checks.figure('CPU seconds of a start', deployment.runners.map(({ pid }) => cpuOf(pid).toFixed(2)).join(', '));
  const attendants = forkProgram<typeof api>(new URL('./attendants.ts', import.meta.url));
  const client = new RetryingClient(deployment.urls);
  try {
    const tenant = await CloudTenant.create(deployment, { attendants: 2 });
    const { w } = tenant;
    const tickets = await tenant.openTickets(client, seed, conversations);
    const made = await createCampaign(deployment, tenant, { recipients, perSecond });
    await attendants.call.start(deployment.urls, conversationsOf(tickets));
    await delay(5_000);
    await attendants.call.stop();
    // as autovacuum leaves a server that is older than a minute
    await postgres.rows('vacuum analyze');
    await attendants.call.start(deployment.urls, conversationsOf(tickets));
    await delay(recipients >= fullSize ? 60_000 : 5_000);
    const before = await timesOf(deployment, await attendants.call.stop());
    bodyOf(await w.admin.post(`/campaigns/${made.id}/restart`));
    const began = performance.now();
    const used = await cpuMeter(deployment);
    const killing = killInTurn(deployment, options);
    let over = false;
    await attendants.call.start(deployment.urls, conversationsOf(tickets));
    const breaking = options.crash ? breakOthers(deployment, recipients) : undefined;
    const memory = watchMemory(deployment, () => over);
    await until(
      'the campaign is over',
      async () => {
        await delay(500);
        if (hurry) await expireUncertain(deployment, 30);
        return isOver(deployment, made);
      },
      patienceMs,
    );
    const seconds = (performance.now() - began) / 1000;
    checks.figure('CPU a second', used());
    over = true;
    const during = await timesOf(deployment, await attendants.call.stop());
    checks.figure('kills', await killing);
    await breaking;
    const megabytes = await memory;
    for (const [name, quiet = []] of Object.entries(before))
      for (const part of [0.5, 0.95]) {
        const [was, is] = [quiet, during[name] ?? []].map((values) => percentile(values, part));
        checks.figure(`ms until a reply ${name}, ${part * 100} % of them, before and during`, `${was}, ${is}`);
      }
    await graph.settled(300_000);
    await deployment.settled();
    checks.none('accepted twice', graph.log.duplicates());
    const shipped = await checkCampaign(deployment, made, recipients, checks);
    checks.figure('refused for the rate', graph.log.requests.filter(({ code }) => code === 130_429).length);
    if (recipients >= fullSize) {
      checks.atMost('duration', seconds, mostSeconds, ' s');
      checks.atMost('memory of a process', megabytes, mostMegabytes, ' MB');
    } else {
      checks.figure('seconds', Math.round(seconds));
      checks.figure('most memory of a process, MB', megabytes);
    }
    const first = shipped[0]?.at ?? 0;
    const last = shipped.at(-1)?.at ?? 0;
    checks.figure('messages a second', Math.round((recipients * 1000) / Math.max(1, last - first)));
    await deployment.check(checks);
    return checks;
  } finally {
    await client.close();
    await attendants.stop();
    await deployment.close(!checks.ok);
  }
}

const conversationsOf = (tickets: readonly CustomerTicket[]): AnsweredTicket[] =>
  tickets.map(({ id, number, attendant: { token } }) => ({ id, number, attendant: { token } }));

/** The milliseconds until the server answered, and until the provider had the reply. */
async function timesOf(
  { graph, postgres }: Deployment,
  replies: readonly TimedReply[],
): Promise<Readonly<Record<string, readonly number[]>>> {
  // those whose sender was killed during the call are uncertain then
  await until(
    'no reply waits',
    async () => (await postgres.count("messages where status in ('queued', 'sending')")) === 0,
    patienceMs,
  );
  const accepted = graph.log.byCallbackData();
  return {
    'is answered': replies.map(({ answerMs }) => answerMs),
    'is at the provider': replies.flatMap(({ id, postedAt }) =>
      (accepted.get(String(id)) ?? []).slice(0, 1).map((first) => first.at - postedAt),
    ),
  };
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/** Redis is emptied after a quarter and after three quarters of the recipients, PostgreSQL crashes after half of them. */
async function breakOthers({ postgres, redis, graph }: Deployment, recipients: number): Promise<void> {
  const reached = (part: number) =>
    until(`${part} of the recipients`, () => graph.log.accepted.length >= recipients * part, patienceMs);
  await reached(0.25);
  await redis?.command('FLUSHALL');
  await reached(0.5);
  await postgres.stop('crash');
  await postgres.start();
  await reached(0.75);
  await redis?.command('FLUSHALL');
}

/** @returns the most resident megabytes that a process had */
async function watchMemory({ servers }: Deployment, over: () => boolean): Promise<number> {
  let most = 0;
  while (!over()) {
    for (const { pid } of servers) if (isRunning(pid)) most = Math.max(most, residentMegabytes(pid));
    await delay(500);
  }
  return Math.round(most);
}

/** @returns what tells who has used how many seconds of CPU a second since now */
async function cpuMeter({ postgres, web, workers }: Deployment): Promise<() => string> {
  const postmaster = await postgres.pid();
  const began = performance.now();
  const read = () => {
    const answering = web.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
    const own = cpuOf(process.pid);
    return {
      'provider and attendants': own,
      'processes that answer': answering,
      // those that were killed as well
      ...(workers.length > 0 ? { workers: cpuWithChildren(process.pid) - own - answering } : {}),
      // one that crashed has taken its figures along
      ...(isRunning(postmaster) ? { PostgreSQL: cpuWithChildren(postmaster) } : {}),
      all: cpuOfMachine(),
    };
  };
  const before = read();
  return () => {
    const seconds = (performance.now() - began) / 1000;
    return Object.entries(read())
      .map(([name, value]) => `${name} ${((value - (before[name as keyof typeof before] ?? 0)) / seconds).toFixed(2)}`)
      .join(', ');
  };
}

/** As long as something waits to be sent. */
async function killInTurn(deployment: Deployment, { seed, killEvery, kills: most }: CampaignOptions): Promise<number> {
  const random = new Random(seed);
  // its recipients may still be being frozen
  const over = async (): Promise<boolean> =>
    (await deployment.postgres.count(
      `campaigns c where c.status <> 'EM_ANDAMENTO' or c.frozen_at is not null and not exists (select from campaign_shipments s
        where s.company_id = c.company_id and s.campaign_id = c.id and s.status = 'queued')`,
    )) > 0;
  for (let kills = 0; kills < most; kills += 1) {
    await delay(killEvery * 1000 * random.between([0.8, 1.2]));
    const victim = deployment.runners[kills % deployment.runners.length];
    // on a busy machine a process takes longer to start than the next kill
    await victim?.ready();
    if (await over()) return kills;
    await victim?.kill();
  }
  return most;
}
