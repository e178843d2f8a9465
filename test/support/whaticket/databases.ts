import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { serverUrl } from '../database.js';

/** Whether this machine has a MariaDB server; tests that need one say so and are skipped otherwise. */
export const hasMariadb = spawnSync('mariadbd', ['--version']).status === 0;

/** A database that the import reads. */
export interface SourceServer {
  readonly url: string;
  readonly dialect: 'postgres' | 'mysql';
  run(sql: string): Promise<void>;
  drop(): Promise<void>;
}

/** A new database on the PostgreSQL server of the tests, or on another. */
export async function postgresSource(at: string = serverUrl()): Promise<SourceServer> {
  const name = `whaticket_${randomBytes(4).toString('hex')}`;
  const [server, url] = [new URL(at), new URL(at)];
  url.pathname = `/${name}`;
  const once = async (target: URL, sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: target.href });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await once(server, `create database ${name} template template0 encoding 'UTF8'`);
  return {
    url: url.href,
    dialect: 'postgres',
    run: (sql) => once(url, sql),
    drop: () => once(server, `drop database if exists ${name} with (force)`),
  };
}

/** A MariaDB server of its own on a socket in a temporary folder. */
export async function mariadbSource(): Promise<SourceServer> {
  const dir = await mkdtemp(join(tmpdir(), 'atende-mariadb-'));
  const { username } = userInfo();
  const data = `--datadir=${join(dir, 'data')}`;
  const installed = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', data, `--user=${username}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (installed.status !== 0) throw new Error(`mariadb-install-db: ${installed.stdout}${installed.stderr}`);
  const socketPath = join(dir, 'socket');
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      data,
      `--user=${username}`,
      `--socket=${socketPath}`,
      '--skip-networking',
      `--pid-file=${join(dir, 'pid')}`,
    ],
    { stdio: 'ignore' },
  );
  const connect = (database?: string) =>
    createConnection({ socketPath, user: 'root', multipleStatements: true, ...(database && { database }) });
  await answering(server, async () => {
    const client = await connect();
    await client.query('create database whaticket character set utf8mb4').finally(() => client.end());
  });
  return {
    url: `mysql://root@localhost/whaticket?socketPath=${encodeURIComponent(socketPath)}`,
    dialect: 'mysql',
    run: async (sql) => {
      const client = await connect('whaticket');
      await client.query(sql).finally(() => client.end());
    },
    drop: async () => {
      const exit = once(server, 'exit');
      server.kill('SIGKILL');
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function answering(server: ChildProcess, ask: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + 60_000; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) throw error;
      await delay(200);
    }
  }
}
