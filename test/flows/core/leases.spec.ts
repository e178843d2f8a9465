import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createApp } from '../../../src/app.js';
import { roleUrls } from '../../../src/core/database/prepare-database.js';
import { Cron } from '../../../src/core/jobs/cron.js';
import type { HeldLease } from '../../../src/core/jobs/held-lease.js';
import { startApp } from '../../support/app.js';
import { cloneDatabase, type TestDatabase } from '../../support/database.js';
import { type LeaseHolder, leaseHolder, ShortLeaseTimes } from '../../support/lease-holder.js';
import { encryptionKey } from '../../support/test-config.js';

const { ttlMs, pollMs: lookMs } = new ShortLeaseTimes();
let database: TestDatabase;
let url: string;
let name: string;
let holders: LeaseHolder[] = [];
let children: ChildProcess[] = [];
let count = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  url = roleUrls(database.url, encryptionKey).platform;
});
beforeEach(() => {
  count += 1;
  name = `session:${count}`;
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(holders.map((holder) => holder.stop()));
  holders = [];
  children = [];
});
afterAll(() => database.drop());

/** One of several owners of the lease; `gained` has all its leases. */
async function somebody(at = url): Promise<LeaseHolder & { gained: HeldLease[]; giveUp: () => Promise<void> }> {
  const holder = await leaseHolder(at);
  holders.push(holder);
  const gained: HeldLease[] = [];
  const giveUp = holder.leases.hold(name, (lease) => gained.push(lease));
  const stop = async (): Promise<void> => {
    holders = holders.filter((each) => each !== holder);
    await holder.stop();
  };
  return { ...holder, stop, gained, giveUp };
}

/** The same in a separate process, with its output so far. */
async function someProcess(): Promise<{ child: ChildProcess; said: string[] }> {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/lib/typescript-hooks.mjs', 'test/support/lease-owner.ts', url, name],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  await until(() => said.includes('gained 1'));
  return { child, said };
}

async function until(condition: () => boolean | Promise<boolean>, within = 60_000): Promise<number> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > within) throw new Error(`Not within ${within} ms: ${String(condition)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - began;
}

const tokens = (leases: readonly HeldLease[]): number[] => leases.map(({ token }) => token);

test('exactly one owner has a lease, and the next gets it when that one stops', async () => {
  const all = await Promise.all([somebody(), somebody(), somebody()]);
  await until(() => all.some(({ gained }) => gained.length > 0));
  const owner = all.find(({ gained }) => gained.length > 0);
  const others = all.filter((each) => each !== owner);
  // longer than a lease: it is renewed
  await expect(until(() => others.some(({ gained }) => gained.length > 0), ttlMs + 500)).rejects.toThrow();
  expect(owner?.gained[0]?.valid()).toBe(true);
  await owner?.stop();
  expect(owner?.gained[0]?.valid()).toBe(false);
  expect(await until(() => others.some(({ gained }) => gained.length > 0))).toBeLessThan(ttlMs / 2);
  expect(others.flatMap(({ gained }) => tokens(gained))).toEqual([2]);
});

test('an owner that released a lease does not acquire it again until it asks', async () => {
  const first = await somebody();
  await until(() => first.gained.length === 1);
  await first.giveUp();
  const second = await somebody();
  await until(() => second.gained.length === 1);
  await second.giveUp();
  const again: HeldLease[] = [];
  first.leases.hold(name, (lease) => again.push(lease));
  expect(() => first.leases.hold(name, () => undefined)).toThrow('wanted twice');
  await until(() => again.length === 1);
  expect([tokens(first.gained), tokens(second.gained), tokens(again)]).toEqual([[1], [2], [3]]);
});

test('the lease of a killed process is acquired after it expired, not before', async () => {
  const { child } = await someProcess();
  const heir = await somebody();
  child.kill('SIGKILL');
  const waited = await until(() => heir.gained.length === 1);
  expect(waited).toBeLessThan(ttlMs + lookMs + 1_000);
  const [row] = await database.query<{ left: number }>(
    'select extract(epoch from now() - updated_at)::float as left from leases where name = $1',
    [name],
  );
  expect(row?.left).toBeLessThan(1);
  expect(tokens(heir.gained)).toEqual([2]);
});

test('a process suspended for longer than its lease does no further work', async () => {
  const { child, said } = await someProcess();
  await until(() => said.includes('work 1'));
  const heir = await somebody();
  child.kill('SIGSTOP');
  await until(() => heir.gained.length === 1);
  const worked = said.length;
  child.kill('SIGCONT');
  await until(() => said.includes('lost 1'));
  expect(said.slice(worked)).toEqual(['lost 1']);
  await heir.stop();
  await until(() => said.includes('work 3'));
  expect(said.slice(worked).filter((line) => line === 'work 1')).toEqual([]);
});

test('an owner without the database stops before another begins, and acquires again later', async () => {
  const wire = await cuttable(url);
  const cut = await somebody(wire.url);
  await until(() => cut.gained.length === 1);
  const heir = await somebody();
  let endedAt = 0;
  cut.gained[0]?.signal.addEventListener('abort', () => {
    endedAt = performance.now();
  });
  wire.cut();
  await until(() => heir.gained.length === 1);
  expect(endedAt).toBeGreaterThan(0);
  expect(cut.gained[0]?.valid()).toBe(false);
  wire.mend();
  await heir.stop();
  await until(() => cut.gained.length === 2);
  expect(tokens(cut.gained)).toEqual([1, 3]);
  await cut.stop();
  await wire.close();
});

test('an outage of the database shorter than the lease has no effect', async () => {
  const wire = await cuttable(url);
  const owner = await somebody(wire.url);
  await until(() => owner.gained.length === 1);
  const renewed = async (): Promise<string | undefined> =>
    (await database.query<{ at: string }>('select expires_at::text as at from leases where name = $1', [name]))[0]?.at;
  wire.cut();
  const before = await renewed();
  wire.mend();
  await until(async () => (await renewed()) !== before);
  expect(tokens(owner.gained)).toEqual([1]);
  expect(owner.gained[0]?.valid()).toBe(true);
  await owner.stop();
  await wire.close();
});

test('five hundred leases are renewed in one statement', async () => {
  const owner = await leaseHolder(url);
  holders.push(owner);
  const gained: HeldLease[] = [];
  for (let index = 0; index < 500; index += 1)
    owner.leases.hold(`many:${index}`, (lease) => {
      gained.push(lease);
    });
  await until(() => gained.length === 500);
  const moments = async (): Promise<string[]> =>
    (
      await database.query<{ at: string }>(
        "select distinct expires_at::text as at from leases where name like 'many:%' order by 1",
      )
    ).map(({ at }) => at);
  const first = await moments();
  let later: string[] = [];
  await until(async () => {
    later = await moments();
    return later.some((at) => !first.includes(at));
  });
  // one statement has one now()
  expect(later).toHaveLength(1);
  expect(gained.filter((lease) => lease.valid())).toHaveLength(500);
});

test('of two processes one runs the timers, and the other when the first stops', async () => {
  const app = await startApp();
  const ownerOf = async (): Promise<{ owner: string; token: number } | undefined> =>
    (
      await app.database.query<{ owner: string; token: number }>(
        "select owner, acquired as token from leases where name = 'timers'",
      )
    )[0];
  await until(async () => (await ownerOf()) !== undefined);
  const first = await ownerOf();
  const second = await createApp(app.config, roleUrls(app.database.url, encryptionKey));
  expect(await ownerOf()).toEqual(first);
  await app.nest.get(Cron).onModuleDestroy();
  await until(async () => Number((await ownerOf())?.token) === 2);
  expect((await ownerOf())?.owner).not.toBe(first?.owner);
  await second.close();
  await app.close();
});

interface Wire {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A connection to the database that can be cut: open connections break, new ones are refused. */
async function cuttable(target: string): Promise<Wire> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((client) => {
    if (!whole) return client.destroy();
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(target);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    cut: () => {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      whole = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
