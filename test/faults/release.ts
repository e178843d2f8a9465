import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Checks } from '../support/checks.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { checkMessages, checkViews, Load } from './outages.js';

const run = promisify(execFile);
const loadMs = 5_000;

/** What a manager reads, in any release. */
const reads = [
  '/dashboard?days=7',
  '/dashboard/departments?days=7',
  '/relatories/summary',
  '/contacts',
  '/tags',
  '/users',
  '/queue',
  '/whatsapp',
  '/quick-messages',
];

/** An earlier release in a folder of its own, with its own dependencies. */
async function checkOut(ref: string): Promise<{ root: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atende-release-'));
  const root = join(folder, 'checkout');
  const remove = async (): Promise<void> => {
    await run('git', ['worktree', 'remove', '--force', root]);
    await rm(folder, { recursive: true, force: true });
  };
  await run('git', ['worktree', 'add', '--detach', root, ref]);
  try {
    const locks = ['package-lock.json', join(root, 'package-lock.json')].map((path) => readFile(path, 'utf8'));
    const [own, its] = await Promise.all(locks);
    if (own === its) await run('cp', ['-a', 'node_modules', root]);
    else await run('npm', ['ci'], { cwd: root, maxBuffer: 2 ** 26 });
    await run(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, maxBuffer: 2 ** 26 });
    return { root, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Two web processes and two workers of an earlier release are replaced one after the other by this checkout, under load.
 * The first new one migrates, and the others work beside the new schema until it is their turn.
 */
export async function release({ seed, ref }: { readonly seed: number; readonly ref: string }): Promise<Checks> {
  const checks = new Checks(`from ${ref}`);
  process.stdout.write(`building ${ref}\n`);
  const { root, remove } = await checkOut(ref);
  let deployment: Deployment | undefined;
  let load: Load | undefined;
  try {
    const drains = (await readFile(join(root, '.env.example'), 'utf8')).includes('DRAIN_SECONDS');
    deployment = await Deployment.start({
      ...{ seed, root, processes: 2, redis: true, workers: 2 },
      graph: { throughput: { perSecond: 500, burst: 500 }, pair: { everyMs: 0, burst: 1_000 }, latencyMs: [5, 60] },
      env: { DRAIN_SECONDS: '8' },
    });
    const schema = (): Promise<number> => deployment?.postgres.count('mikro_orm_migrations') ?? Promise.resolve(0);
    const before = await schema();
    const tenant = await CloudTenant.create(deployment, { attendants: 3 });
    load = await Load.prepare(deployment, tenant, { seed, customers: 6, pauseMs: 200 }, reads);
    load.start();
    await delay(loadMs);
    const began = Date.now();
    await deployment.replaceServers(load.client, { drains });
    checks.figure('replaced in', `${((Date.now() - began) / 1000).toFixed(1)} s`);
    checks.figure('new migrations', (await schema()) - before);
    await delay(loadMs);
    await load.stop();
    checks.figure('answers to clients', load.client.summary());
    const failed = load.client.outcomes.filter(({ outcome }) => !['200', '201'].includes(outcome));
    checks.none(
      'failed requests',
      failed.map(
        ({ outcome, call, said, sentAt }) =>
          `${outcome} to ${call}, ${((sentAt - began) / 1000).toFixed(1)} s after the begin ${said}`,
      ),
    );
    await deployment.settled();
    await deployment.graph.settled(30_000);
    await deployment.settled();
    await checkMessages(deployment, tenant, load, checks);
    await checkViews(load.views, checks);
    await deployment.check(checks);
    return checks;
  } finally {
    await load?.close();
    await deployment?.close(!checks.ok);
    await remove();
  }
}
