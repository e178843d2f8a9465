import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { RetryingClient } from '../support/retrying-client.js';

/** What a load works with; its number is its own, the company and its attendants are those of all. */
export interface LoadSetting {
  readonly deployment: Deployment;
  readonly tenant: CloudTenant;
  readonly client: RetryingClient;
  readonly random: Random;
  /** Of its customers' numbers, which differ from those of other loads. */
  readonly seed: number;
}

/** Customers, attendants or campaigns at work while servers are killed. */
export interface FaultLoad {
  readonly name: string;
  /** Starts what the servers call. @returns their hosts */
  start?(): Promise<string[]>;
  prepare(setting: LoadSetting): Promise<void>;
  /** Goes on while servers are killed, unless it has an end; returns when everything that it began was answered. */
  run(killing: () => boolean): Promise<void>;
  /** Resolves when a kill would interrupt it, or when nothing of it is left. */
  moment?(): Promise<void>;
  /** The kill comes at most so long after that moment. */
  readonly longestPauseMs?: number;
  /** How much of it the kill that has just happened interrupted. */
  interrupted?(): Promise<number>;
  /** When nothing waits any more. @param kills how many there were */
  check(checks: Checks, kills: number): Promise<void>;
  stop?(): Promise<void>;
}

export interface KillOptions {
  readonly seed: number;
  /** At most: none once all loads are over. */
  readonly kills: number;
  /** Seconds before each one. */
  readonly killEvery?: number;
  readonly processes?: number;
  readonly redis?: boolean;
  /** Redis is emptied after the first and third quarter of the kills, PostgreSQL crashes after half of them. */
  readonly crash?: boolean;
  /** Does not wait for the leases of killed processes. */
  readonly hurry: boolean;
}

const longestPauseMs = 400;
const patienceMs = 300_000;
const latencyMs = [20, 150] as const;

/**
 * Loads go on together while servers are killed at moments at which one load after the other is vulnerable: all processes,
 * or one of them, in turns. Statuses are reported late, twice, or not at all.
 */
export async function underKills(loads: readonly FaultLoad[], options: KillOptions): Promise<Checks> {
  const { seed, redis = false, processes = 1 } = options;
  const checks = new Checks(`kill -9: ${loads.map(({ name }) => name).join(', ')}${redis ? ' over Redis' : ''}`);
  const hosts = (await Promise.all(loads.map((load) => load.start?.() ?? []))).flat();
  const deployment = await Deployment.start({
    seed,
    processes,
    redis,
    env: { OUTBOUND_ALLOW: hosts.join(',') },
    graph: {
      latencyMs,
      throughput: { perSecond: 500, burst: 500 },
      statuses: { read: true, delayMs: [0, 2_000], skip: 0.2, repeat: 0.2, shuffle: 0.2 },
      webhooks: { duplicate: 0.1 },
    },
  });
  const client = new RetryingClient(deployment.urls);
  const random = new Random(seed);
  try {
    const company = await CloudTenant.create(deployment, { attendants: 2 });
    for (const [index, load] of loads.entries()) {
      const tenant = index === 0 ? company : await company.addNumber(deployment);
      await load.prepare({ deployment, tenant, client, random, seed: seed + index });
    }
    let killing = true;
    let over = false;
    const running = Promise.all(loads.map((load) => load.run(() => killing))).finally(() => {
      over = true;
    });
    // a failure is thrown below, once the kills have ended
    running.catch(() => undefined);
    const kills = await kill(loads, deployment, random, options, () => over, checks);
    killing = false;
    await running;
    await deployment.settled();
    await deployment.graph.settled(patienceMs);
    await deployment.settled();
    // what is uncertain stays so for ten minutes; the next occurrences of what repeats stay in the future
    await deployment.skipWaits('send-schedule');
    await deployment.settled();
    for (const load of loads) await load.check(checks, kills);
    checks.figure('answers to clients', client.summary());
    checks.none('accepted twice by the provider', deployment.graph.log.duplicates());
    await deployment.check(checks);
    return checks;
  } finally {
    await client.close();
    await deployment.close(!checks.ok);
    await Promise.all(loads.map((load) => load.stop?.()));
  }
}

async function kill(
  loads: readonly FaultLoad[],
  deployment: Deployment,
  random: Random,
  { kills: most, killEvery = 0, crash = false, hurry }: KillOptions,
  over: () => boolean,
  checks: Checks,
): Promise<number> {
  const interrupted = new Map(loads.map((load) => [load, 0]));
  let kills = 0;
  for (; kills < most; kills += 1) {
    await Promise.all(deployment.servers.map((server) => server.ready()));
    await delay(killEvery * 1000);
    const load = loads[kills % loads.length];
    await load?.moment?.();
    await delay(random.between([0, load?.longestPauseMs ?? longestPauseMs]));
    if (over()) break;
    if (crash) await breakOthers(deployment, (kills + 1) / most, kills / most);
    const one = deployment.servers[kills % deployment.servers.length];
    const all = kills % 2 === 0 || deployment.servers.length === 1;
    for (const server of all ? deployment.servers : [one]) await server?.kill();
    for (const load of loads) interrupted.set(load, (interrupted.get(load) ?? 0) + ((await load.interrupted?.()) ?? 0));
    if (hurry && all) await endLeases(deployment);
  }
  const counted = [...interrupted].filter(([load]) => load.interrupted).map(([{ name }, count]) => `${name} ${count}`);
  checks.figure('kills', [String(kills), ...counted].join(', interrupted: '));
  return kills;
}

/** Nobody who has one is alive. */
async function endLeases({ postgres }: Deployment): Promise<void> {
  await postgres.rows('update outbox_jobs set leased_until = null where failed_at is null');
  await postgres.rows("update service_recipients set leased_until = now() where status = 'sending'");
  await postgres.rows("update messages set leased_until = now() - interval '1 second' where status = 'sending'");
}

/** @param part of the kills, with this one @param before without it */
async function breakOthers({ postgres, redis }: Deployment, part: number, before: number): Promise<void> {
  const passes = (mark: number): boolean => before < mark && part >= mark;
  if (passes(0.25) || passes(0.75)) await redis?.command('FLUSHALL');
  if (!passes(0.5)) return;
  await postgres.stop('crash');
  await postgres.start();
}
