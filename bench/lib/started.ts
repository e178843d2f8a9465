import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from './figures.js';

export interface Size {
  readonly tickets: string;
  readonly messages: string;
  readonly contacts: string;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const startMs = 30_000;

/** A server of dist/ over a loaded database of its own, which is removed with it unless it was named. */
export async function startServer(size: Size, { data, profile }: { data?: string; profile?: string }): Promise<Server> {
  const dataDir = data ? resolve(data) : await mkdtemp(join(tmpdir(), 'atende-bench-'));
  // PostgreSQL runs under an account of its own when we are root
  if (!data) await chmod(dataDir, 0o755);
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'off',
    // nothing leaves this machine
    GRAPH_API_URL: 'http://127.0.0.1:9',
    LOGIN_LIMITS: '1000,10000,100000',
  };
  const clean = async (): Promise<void> => {
    if (!data) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    if (!data) await seed(size, env);
    const child = await serve(env, dataDir, profile);
    const stop = async (): Promise<void> => {
      await ended(child);
      await clean();
    };
    try {
      await answers(`${env.PUBLIC_URL}/health/ready`, child);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: env.PUBLIC_URL, pid: child.pid ?? 0, dataDir, stop };
  } catch (error) {
    await clean();
    throw error;
  }
}

/** By the code of `npm run bench:seed`, which builds dist/ first when it is stale. */
async function seed({ tickets, messages, contacts }: Size, env: NodeJS.ProcessEnv): Promise<void> {
  const args = ['scripts/run.mjs', 'cli/bench-seed', '--tickets', tickets, '--messages', messages];
  const child = spawn(process.execPath, [...args, '--contacts', contacts], { cwd: root, env, stdio: 'inherit' });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error('The database could not be loaded');
}

async function serve(env: NodeJS.ProcessEnv, dataDir: string, profile?: string): Promise<ChildProcess> {
  const log = await open(join(dataDir, 'server.log'), 'a');
  const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [];
  const child = spawn(process.execPath, ['--enable-source-maps', ...profiled, join(root, 'dist/server/src/main.js')], {
    cwd: dataDir,
    env,
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  return child;
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
