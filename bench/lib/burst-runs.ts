import { setTimeout as delay } from 'node:timers/promises';
import { forkProgram } from '../../test/support/child-program.js';
import type { Client } from '../../test/support/client.js';
import type { LiveView } from '../../test/support/live-view.js';
import { residentMegabytes } from '../../test/support/proc.js';
import { type CallOutcome, callAs, RetryingClient } from '../../test/support/retrying-client.js';
import { imageAllocator, imageFlags } from '../../test/support/server-process.js';
import type { api } from '../bare-sockets.js';
import type { SocketAccount } from '../socket-clients.js';
import type { BenchDatabase } from './database.js';
import { quantile } from './report.js';
import { CpuMeter } from './resources.js';
import { SocketPool } from './socket-pool.js';
import { type Streamed, stream } from './stream.js';
import { type Tenant, targetsOf } from './tenants.js';

export interface BurstContext {
  readonly url: string;
  readonly server: number;
  readonly database: BenchDatabase;
  readonly tenant: Tenant;
  readonly pool: SocketPool;
  readonly views: readonly LiveView[];
  /** Messages a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Between two polls of a screen. */
  readonly pollMs: number;
}

export interface BurstRun extends Streamed {
  /** MB afterwards. */
  readonly rss: number;
  readonly polled: ReturnType<typeof polledFigures> | undefined;
  /** Of screens from what a reload shows. */
  readonly differences: readonly string[];
}

const polledPaths = ['/tickets?status=open', '/tickets?status=pending', '/tickets/counters'];
const screenPatienceMs = 30_000;

/** Customers write; with `polling`, every attendant's screen polls its lists meanwhile. */
export async function burstRun(context: BurstContext, name: string, polling: boolean): Promise<BurstRun> {
  const { url, server, database, tenant, views, rate, seconds, pollMs } = context;
  const [client, screens] = [new RetryingClient([url]), new RetryingClient([url])];
  const stopPolling = polling ? poll(tenant.clients, screens, pollMs) : undefined;
  try {
    if (polling) await delay(Math.min(pollMs, 5_000));
    const from = Date.now();
    const targets = targetsOf([tenant], Math.round(rate * seconds));
    const streamed = await stream({ name, pool: context.pool, server, database: database.pid, targets, rate, client });
    await stopPolling?.();
    await database.settled(60);
    const outcomes = screens.outcomes.filter(({ sentAt }) => sentAt >= from);
    return {
      ...streamed,
      rss: residentMegabytes(server),
      polled: polling ? polledFigures(outcomes, screens.summary(outcomes)) : undefined,
      differences: await differencesOf(views),
    };
  } finally {
    await stopPolling?.();
    await Promise.all([client.close(), screens.close()]);
  }
}

/** The same fan-out by socket.io alone, with a room for each department. @param like a run of the product */
export async function bareRun(
  { tenant, rate, seconds }: Pick<BurstContext, 'tenant' | 'rate' | 'seconds'>,
  like: Streamed,
  accounts: readonly SocketAccount[],
): Promise<Streamed & { readonly kilobytesEach: number }> {
  const bare = forkProgram<typeof api>(new URL('../bare-sockets.ts', import.meta.url), imageFlags, imageAllocator);
  const url = await bare.call.listen();
  const roomOf = new Map(tenant.people.map(({ id, queueIds: [queueId = 0] }) => [id, `room-${queueId}`]));
  const rooms = [...new Set(roomOf.values())];
  const before = residentMegabytes(bare.pid);
  const members = accounts.map((account) => ({ ...account, token: roomOf.get(account.user) ?? '' }));
  const pool = await SocketPool.open(url, members);
  try {
    const { ready, events } = await pool.ready(members.length);
    await delay(2_000);
    const kilobytesEach = ((residentMegabytes(bare.pid) - before) * 1024) / Math.max(1, ready);
    const [count, marker] = [Math.round(rate * seconds), `limite-${Date.now()}-`];
    await pool.record(marker, count);
    const meter = new CpuMeter({ server: bare.pid, receivers: pool.pids });
    meter.start();
    const eventsOfMessage = Math.max(1, Math.round(like.events / Math.max(1, like.expected)));
    const bytes = like.bytes / Math.max(1, like.events);
    await bare.call.send({ rooms, marker, rate, count, events: eventsOfMessage, bytes });
    meter.stop();
    const messages = Array.from({ length: count }, (_, index) => index);
    const audience = [...roomOf].map(([user, room]) => [
      user,
      messages.filter((index) => rooms[index % rooms.length] === room),
    ]);
    const deliveries = await pool.received(Object.fromEntries(audience) as Record<number, number[]>);
    const state = await pool.state();
    const figures = { seconds: meter.elapsed, events: state.events - events, bytes, cpu: meter.shares };
    return { name: 'socket.io alone', messages: count, refused: 0, kilobytesEach, ...figures, ...deliveries };
  } finally {
    await pool.close();
    await bare.stop();
  }
}

/** Every screen polls its lists at its own moment, on time whatever the answers take. @returns what stops it */
function poll(clients: readonly Client[], screens: RetryingClient, everyMs: number): () => Promise<void> {
  let running = true;
  const polling = clients.map(async (client, index) => {
    for (let next = Date.now() + (index * everyMs) / clients.length; running; next += everyMs) {
      while (running && Date.now() < next) await delay(Math.min(100, everyMs));
      if (running) await Promise.all(polledPaths.map((path) => screens.sendOnce(callAs(client, 'GET', path))));
    }
  });
  return async () => {
    running = false;
    await Promise.all(polling);
  };
}

function polledFigures(outcomes: readonly CallOutcome[], summary: string) {
  const times = outcomes.map(({ sentAt, endedAt }) => endedAt - sentAt);
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((part) => quantile(times, part));
  const failed = outcomes.filter(({ outcome }) => outcome !== '200');
  return { summary, failed, p50, p95, p99, most: Math.max(0, ...times) };
}

/** After the time that events and requested resyncs may take. */
async function differencesOf(views: readonly LiveView[]): Promise<string[]> {
  for (const end = Date.now() + screenPatienceMs; ; await delay(500)) {
    const differences: string[] = [];
    for (const view of views) differences.push(...(await view.differences()));
    if (differences.length === 0 || Date.now() > end) return differences;
  }
}
