import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from './figures.js';

/** A loaded DATA_DIR. */
export interface Loaded {
  readonly dataDir: string;
  /** Removes it, unless it was named. */
  clean(): Promise<void>;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Seconds from its start until it was ready. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** A folder for the CPU profile. */
  readonly profile?: string | undefined;
  /** The same again after a restart; otherwise a free one. */
  readonly port?: number | undefined;
  /** Flags for Node, instead of those of the image. */
  readonly flags?: readonly string[] | undefined;
  /** Variables beside those of a load. */
  readonly env?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A first start over a large database may have to bring it to a newer schema. */
const startMs = 600_000;
const loadedMark = '.bench-loaded';
/** As the Dockerfile starts it. */
export const imageFlags = [
  `--import=${new URL('../../dist/server/src/source-maps.js', import.meta.url).href}`,
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
];
export const imageAllocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** What `npm run bench:seed` does with these arguments, in that folder or one of its own; a folder that is loaded stays as it is. */
export async function load(data: string | undefined, seedArguments: readonly string[]): Promise<Loaded> {
  const dataDir = data ? resolve(data) : await mkdtemp(join(tmpdir(), 'atende-bench-'));
  const clean = async (): Promise<void> => {
    if (!data) await rm(dataDir, { recursive: true, force: true });
  };
  if (data && existsSync(join(dataDir, loadedMark))) return { dataDir, clean };
  try {
    await mkdir(dataDir, { recursive: true });
    // PostgreSQL runs under an account of its own when we are root
    await chmod(dataDir, 0o755);
    // by its own program, which builds dist/ first when it is stale
    const child = spawn(process.execPath, ['scripts/run.mjs', 'cli/bench-seed', ...seedArguments], {
      cwd: root,
      env: environment(dataDir, 0),
      stdio: 'inherit',
    });
    const code = await new Promise((done) => child.once('exit', done));
    if (code !== 0) throw new Error('The database could not be loaded');
    await writeFile(join(dataDir, loadedMark), `${seedArguments.join(' ')}\n`);
    return { dataDir, clean };
  } catch (error) {
    await clean();
    throw error;
  }
}

/** A server of dist/ as it is, over a loaded folder. */
export async function startServer(
  dataDir: string,
  { profile, port = 0, flags = imageFlags, env: more = {} }: StartOptions = {},
): Promise<Server> {
  const began = performance.now();
  const env = { ...environment(dataDir, port || (await freePort())), ...more };
  const log = await open(join(dataDir, 'server.log'), 'a');
  const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [];
  const child = spawn(process.execPath, [...flags, ...profiled, join(root, 'dist/server/src/main.js')], {
    cwd: dataDir,
    env,
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const stop = (): Promise<void> => ended(child);
  try {
    await answers(`${env.PUBLIC_URL}/health/ready`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: env.PUBLIC_URL, pid: child.pid ?? 0, dataDir, startedIn: (performance.now() - began) / 1000, stop };
}

/** Nothing leaves this machine, and nothing but the load is in the way. */
function environment(dataDir: string, port: number): NodeJS.ProcessEnv & { readonly PUBLIC_URL: string } {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'off',
    GRAPH_API_URL: 'http://127.0.0.1:9',
    LOGIN_LIMITS: '1000,10000,100000',
    ...imageAllocator,
    // how the allocator behaves is something to compare
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(MI)?MALLOC_/.test(name))),
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + startMs;
  for (;;) {
    if (
      await fetch(url)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
      return;
    if (child.exitCode !== null || Date.now() > until) throw new Error('The server did not start: see its server.log');
    await pause(100);
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
