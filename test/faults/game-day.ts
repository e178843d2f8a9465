import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Checks } from '../support/checks.js';
import { CloudTenant, type CustomerTicket } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { sends } from '../support/graph-simulator/customer.js';
import { hasRedis } from '../support/redis.js';
import { type CallOutcome, callAs } from '../support/retrying-client.js';
import { until } from '../support/until.js';
import { checkMessages, checkViews, firstHandled, Load } from './outages.js';

export interface GameDayOptions {
  readonly seed: number;
  /** Only faults whose name matches. */
  readonly only: RegExp;
  /** How long a fault lasts, unless it is a kill. */
  readonly seconds: number;
  readonly recoverySeconds: number;
  /** Of a customer, attendant or poller between two calls. */
  readonly pauseMs: number;
}

interface Scene {
  readonly deployment: Deployment;
  readonly tenant: CloudTenant;
  readonly load: Load;
  /** A small disk of its own, for the media; undefined where it cannot be mounted. */
  readonly disk: string | undefined;
  readonly folder: string;
  readonly seconds: number;
}

interface Fault {
  readonly name: string;
  readonly possible: boolean;
  /** Outcomes that clients may see beside success. */
  readonly allowed: readonly string[];
  /** Breaks something and repairs it. */
  readonly run: (scene: Scene) => Promise<unknown>;
}

const clockLibrary = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
const isRoot = process.getuid?.() === 0;
/** Their clocks can be set. */
const skewed = ['web-2', 'worker-1'];
const quietMs = 3_000;
const fileBytes = 100_000;

const faults: readonly Fault[] = [
  {
    name: 'a web process is killed',
    possible: true,
    allowed: ['refused', 'reset'],
    run: async ({ deployment: { web } }) => {
      await web[0]?.kill();
      await web[0]?.ready();
    },
  },
  {
    name: 'the worker is killed',
    possible: true,
    allowed: [],
    run: async ({ deployment: { runners } }) => {
      await runners[0]?.kill();
      await runners[0]?.ready();
    },
  },
  {
    name: 'PostgreSQL crashes',
    possible: true,
    allowed: ['503'],
    run: async ({ deployment: { postgres } }) => {
      await postgres.stop('crash');
      await postgres.start();
    },
  },
  {
    name: 'all connections of PostgreSQL are taken',
    possible: true,
    allowed: ['503'],
    run: async ({ deployment: { postgres }, seconds }) => {
      const taken: pg.Client[] = [];
      // before the servers' own ones are closed, so that they cannot connect again
      await postgres.rows('select 1');
      const take = async (): Promise<boolean> => {
        const client = new pg.Client({ connectionString: postgres.url });
        client.on('error', () => undefined);
        const connected = await client.connect().then(
          () => true,
          () => false,
        );
        if (connected) taken.push(client);
        return connected;
      };
      const end = Date.now() + seconds * 1000;
      while (Date.now() < end) {
        while (await take());
        await postgres.rows("select pg_terminate_backend(pid) from pg_stat_activity where usename like 'atende\\_%'");
      }
      await Promise.all(taken.map((client) => client.end()));
    },
  },
  {
    name: 'Redis is stopped',
    possible: true,
    allowed: [],
    run: async ({ deployment: { redis }, seconds }) => {
      await redis?.kill();
      await delay(seconds * 1000);
      await redis?.start();
    },
  },
  {
    name: 'the disk of the files is full',
    possible: isRoot,
    allowed: ['507'],
    run: async ({ deployment, tenant, disk = '', load, seconds }) => {
      const filler = join(disk, 'filler');
      fill(filler);
      const [ticket] = load.tickets;
      deployment.graph.customerSends(
        { from: ticket?.number ?? '' },
        sends.document({ bytes: Buffer.alloc(fileBytes, 'x'), mime: 'text/plain' }, 'pedido.txt'),
      );
      const refused = "outbox_jobs where name = 'fetch-media' and attempts > 0 and company_id = $1";
      const companyId = [tenant.w.companyId];
      await until(
        'the worker could not store it',
        async () => (await deployment.postgres.count(refused, companyId)) > 0,
      );
      await delay(seconds * 1000);
      await rm(filler);
    },
  },
  {
    name: 'clocks are five minutes apart in each direction',
    possible: clockLibrary !== undefined,
    allowed: [],
    run: async ({ deployment: { web }, folder, seconds }) => {
      await setClocks(folder, ['+300', '-300']);
      await until('the clock of a process has changed', async () => {
        const answer = await fetch(`${web[1]?.url}/health/live`);
        return Date.parse(answer.headers.get('date') ?? '') - Date.now() > 200_000;
      });
      await delay(seconds * 1000);
      await setClocks(folder, ['+0', '+0']);
    },
  },
];

/** Everything that breaks in turn, in one deployment under light load: prints what its users saw. */
export async function gameDay(options: GameDayOptions): Promise<Checks[]> {
  if (!hasRedis) throw new Error('A game day needs a redis-server');
  const folder = await mkdtemp(join(tmpdir(), 'atende-game-day-'));
  const disk = isRoot ? join(folder, 'disk') : undefined;
  if (disk) execFileSync('mount', ['--mkdir', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
  try {
    await setClocks(folder, ['+0', '+0']);
    return [await play(options, folder, disk)];
  } finally {
    if (disk) execFileSync('umount', ['--lazy', disk]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(
  { seed, only, seconds, recoverySeconds, pauseMs }: GameDayOptions,
  folder: string,
  disk: string | undefined,
): Promise<Checks> {
  const checks = new Checks('game day');
  const deployment = await Deployment.start({
    seed,
    processes: 2,
    redis: true,
    postgres: { max_connections: '100' },
    graph: { throughput: { perSecond: 500, burst: 500 }, pair: { everyMs: 0, burst: 1_000 }, latencyMs: [5, 60] },
    env: disk ? { STORAGE_URL: `file:${join(disk, 'media')}?shared=1` } : {},
    envOf: (name) => (clockLibrary && skewed.includes(name) ? clockEnvironment(clockLibrary, folder, name) : {}),
  });
  let load: Load | undefined;
  try {
    const tenant = await CloudTenant.create(deployment, { attendants: 3 });
    load = await Load.prepare(deployment, tenant, { seed, customers: 6, pauseMs });
    const scene = { deployment, tenant, load, disk, folder, seconds };
    load.start();
    const uploads = new AbortController();
    const uploading = load.tickets.slice(0, 2).map((ticket) => sendFiles(scene.load, ticket, uploads.signal));
    await delay(quietMs);
    for (const fault of faults.filter(({ name }) => only.test(name))) {
      if (fault.possible) await provoke(fault, scene, recoverySeconds, checks);
      else checks.figure(fault.name, 'not tried: it needs root, or libfaketime');
    }
    uploads.abort();
    await Promise.all(uploading);
    await load.stop();
    await deployment.skipWaits();
    await deployment.settled();
    await deployment.graph.settled(30_000);
    await deployment.settled();
    await checkMessages(deployment, tenant, load, checks);
    const missing = `messages where company_id = $1 and data->>'mediaRef' is not null and media_key is null`;
    checks.equal(
      'files of customers that were not stored',
      await deployment.postgres.count(missing, [tenant.w.companyId]),
      0,
    );
    await checkViews(load.views, checks);
    await deployment.check(checks);
    return checks;
  } finally {
    await load?.close();
    await deployment.close(!checks.ok);
  }
}

async function provoke({ name, allowed, run }: Fault, scene: Scene, patience: number, checks: Checks): Promise<void> {
  const { deployment, load } = scene;
  const { outcomes } = load.client;
  const before = outcomes.length;
  const reconnects = reconnectsOf(load);
  const began = Date.now();
  await run(scene);
  const repaired = Date.now();
  const handledAfter = await firstHandled(deployment, repaired, patience);
  const failed = (): CallOutcome[] => outcomes.slice(before).filter(({ outcome }) => !outcome.startsWith('2'));
  const lastFailure = (): number => Math.max(repaired, ...failed().map(({ endedAt }) => endedAt));
  while (Date.now() - lastFailure() < quietMs && Date.now() - repaired < patience * 2_000) await delay(100);
  const all = outcomes.slice(before);
  const slowest = Math.max(...all.map(({ sentAt, endedAt }) => endedAt - sentAt));
  const seen = Object.entries(Object.groupBy(failed(), ({ outcome, said }) => (said ? `${outcome} ${said}` : outcome)));
  const good = Math.max(handledAfter, (lastFailure() - repaired) / 1000);
  checks.figure(
    name,
    [
      `${((repaired - began) / 1000).toFixed(1)} s, ${all.length} requests, ${failed().length} failed`,
      ...seen.map(([what, of]) => `${of?.length} × ${what}`),
      `longest ${(slowest / 1000).toFixed(1)} s, ${reconnectsOf(load) - reconnects} sockets reconnected`,
      `good again ${good.toFixed(1)} s after the repair`,
    ].join('; '),
  );
  checks.none(
    `${name}: other failures`,
    failed().filter(({ outcome }) => !allowed.includes(outcome)),
  );
  checks.atMost(`${name}: until all was good again`, good, patience, ' s');
}

const reconnectsOf = ({ views }: Load): number => views.reduce((sum, { reconnects }) => sum + reconnects, 0);

/** An attendant sends small files to a customer, each until it is acknowledged. */
async function sendFiles({ client, replied }: Load, ticket: CustomerTicket, signal: AbortSignal): Promise<void> {
  for (let count = 1; !signal.aborted; count += 1) {
    const { headers, ...call } = callAs(ticket.attendant, 'POST', `/messages/${ticket.id}`);
    const part = (disposition: string, text: string): string =>
      `--part\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
    const body = [
      part('name="body"', `arquivo ${count} para ${ticket.number}`),
      part('name="clientMessageId"', randomUUID()),
      part('name="medias"; filename="nota.txt"', 'x'.repeat(fileBytes)),
    ];
    const answer = await client.send({
      ...call,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=part' },
      body: `${body.join('')}--part--\r\n`,
    });
    if (answer) replied.push({ id: (JSON.parse(answer.body) as { id: number }).id, number: ticket.number });
    await delay(500);
  }
}

/** Until nothing fits any more. */
function fill(path: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=4k'], { stdio: 'ignore' });
  } catch {
    if (!existsSync(path)) throw new Error(`${path} could not be written`);
  }
}

const clockFile = (folder: string, name: string): string => join(folder, `${name}.clock`);

const clockEnvironment = (library: string, folder: string, name: string): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: clockFile(folder, name),
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

async function setClocks(folder: string, offsets: readonly string[]): Promise<void> {
  for (const [index, name] of skewed.entries()) await writeFile(clockFile(folder, name), `${offsets[index]}\n`);
}
