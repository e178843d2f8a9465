import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedPostgres } from '../../src/core/database/embedded-postgres.js';
import { ensureDatabase } from '../../src/core/database/prepare-database.js';
import { freePort } from './free-port.js';
import { childrenOf, isRunning } from './proc.js';
import { until } from './until.js';

/** `fast` aborts all transactions, `crash` does not even write a checkpoint: the next start recovers from the log. */
export type StopMode = 'fast' | 'crash';

/** A separate PostgreSQL with the settings of production that can be stopped while clients are connected. */
export class PostgresProcess {
  /** Of the owner, a superuser, exempt from row level security. */
  url = '';
  private client: Promise<pg.Client> | undefined;
  /** While it is stopped. */
  private back: PromiseWithResolvers<void> | undefined;

  private constructor(
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
    private server: EmbeddedServer,
  ) {}

  /** @param further settings of the server */
  static async start(further: Readonly<Record<string, string>> = {}): Promise<PostgresProcess> {
    const folder = await makeFolder();
    // a fixed port: clients reconnect to the same address
    const settings = { port: String(await freePort()), shared_buffers: '64MB', ...further };
    try {
      const postgres = new PostgresProcess(folder, settings, await startAt(folder, settings));
      const address = Object.assign(new URL(postgres.server.url), { port: settings.port });
      postgres.url = await ensureDatabase(address.href, 'atende');
      return postgres;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Runs a statement as the owner; a connection that was lost is replaced, when the server is back. */
  async rows<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    await this.back?.promise;
    const reused = this.client !== undefined;
    try {
      this.client ??= this.connect();
      return (await (await this.client).query<T>(sql, [...params])).rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error;
      this.client = undefined;
      if (!reused) throw error;
      return this.rows(sql, params);
    }
  }

  async row<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T> {
    const [row] = await this.rows<T>(sql, params);
    if (!row) throw new Error(`No row: ${sql}`);
    return row;
  }

  async count(sql: string, params: readonly unknown[] = []): Promise<number> {
    return (await this.row<{ count: number }>(`select count(*)::int as count from ${sql}`, params)).count;
  }

  async stop(mode: StopMode): Promise<void> {
    const pid = await this.pid();
    this.back ??= Promise.withResolvers();
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await until(`PostgreSQL ${pid} has stopped`, () => !isRunning(pid), 30_000);
  }

  async start(): Promise<void> {
    this.server = await startAt(this.folder, this.settings);
    this.back?.resolve();
    this.back = undefined;
  }

  /** A streaming replica with the settings of this one and further ones; this one is stopped while it is copied. */
  async replicate(further: Readonly<Record<string, string>> = {}): Promise<PostgresProcess> {
    const { port: primaryPort = '', ...own } = this.settings;
    const folder = await makeFolder();
    const data = join(folder, 'data');
    await this.stop('fast');
    await promisify(execFile)('cp', ['-a', `${this.folder}/.`, folder]);
    await this.start();
    const signal = join(data, 'standby.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(data);
    await chown(signal, uid, gid);
    const { username, password } = new URL(this.url);
    const port = String(await freePort());
    const primary = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`;
    const settings = { ...own, port, primary_conninfo: primary, ...further };
    const replica = new PostgresProcess(folder, settings, await startAt(folder, settings));
    replica.url = Object.assign(new URL(replica.server.url), { port, pathname: '/atende' }).href;
    return replica;
  }

  /** Suspends all of its processes: connections stay open and unanswered. @returns what resumes them */
  async freeze(): Promise<() => void> {
    const pid = await this.pid();
    const signal = (to: number, name: NodeJS.Signals): void => {
      if (isRunning(to)) process.kill(to, name);
    };
    // the parent first, so that it forks no further child
    signal(pid, 'SIGSTOP');
    const all = [pid, ...childrenOf(pid)];
    for (const each of all.slice(1)) signal(each, 'SIGSTOP');
    return () => {
      for (const each of all.toReversed()) signal(each, 'SIGCONT');
    };
  }

  /** Stops it and removes its data. */
  async close(): Promise<void> {
    await (await this.client)?.end();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {
      this.client = undefined;
    });
    await client.connect();
    return client;
  }

  /** Of the postmaster. */
  async pid(): Promise<number> {
    return Number((await readFile(join(this.server.dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atende-postgres-'));
  // started as root, PostgreSQL runs under another account
  await chmod(folder, 0o755);
  return folder;
}

function startAt(folder: string, settings: Readonly<Record<string, string>>): Promise<EmbeddedServer> {
  return startEmbeddedPostgres({ dir: join(folder, 'data'), settings });
}
