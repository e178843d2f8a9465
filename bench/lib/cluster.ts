import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedPostgres } from '../../src/core/database/embedded-postgres.js';
import { ensureDatabase } from '../../src/core/database/prepare-database.js';
import { pause } from './figures.js';
import { childrenOf, lives } from './processes.js';
import { steadyPort } from './steady-port.js';

/** `fast` lets nobody finish, `crash` does not even write a checkpoint: the next start recovers from the log. */
export type StopMode = 'fast' | 'crash';

const goneMs = 30_000;

export interface Counted {
  readonly calls: number;
  /** Of all calls together. */
  readonly ms: number;
  readonly rows: number;
  readonly blocks: number;
  readonly query: string;
}

/** A PostgreSQL of a fault program's own, with the settings of production, that can be stopped under its clients. */
export class Cluster {
  /** Of the owner, whom no policy fences. */
  url = '';
  private client: Promise<pg.Client> | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
    private server: EmbeddedServer,
  ) {}

  /** @param counts whether it counts statements, for {@link costliest} */
  static async start(counts = false): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'atende-faults-postgres-'));
    // the server's own account has to pass through
    await chmod(folder, 0o755);
    const port = await steadyPort();
    try {
      const further: Record<string, string> = counts ? { shared_preload_libraries: 'pg_stat_statements' } : {};
      const cluster = new Cluster(folder, port, further, await startAt(folder, port, further));
      cluster.url = await ensureDatabase(cluster.address(), 'atende');
      if (counts) await cluster.rows('create extension pg_stat_statements');
      return cluster;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Rows of a statement as the owner; a connection that a fault broke is replaced. */
  async rows<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const kept = this.client;
    try {
      this.client ??= this.connect();
      const client = await this.client;
      return (await client.query<T>(sql, [...params])).rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error;
      this.client = undefined;
      if (kept === undefined) throw error;
      return this.rows(sql, params);
    }
  }

  async row<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T> {
    const [row] = await this.rows<T>(sql, params);
    if (!row) throw new Error(`No row: ${sql}`);
    return row;
  }

  /** What took PostgreSQL longest since the last call, of what it counts. */
  async costliest(most: number): Promise<Counted[]> {
    const counted = await this.rows<Counted>(
      `select calls::int, total_exec_time + total_plan_time as ms, rows::int, shared_blks_hit::int as blocks, query
       from pg_stat_statements order by 2 desc limit $1`,
      [most],
    );
    await this.rows('select pg_stat_statements_reset()');
    return counted;
  }

  async stop(mode: StopMode): Promise<void> {
    const pid = await this.pid();
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    const until = Date.now() + goneMs;
    while (lives(pid)) {
      if (Date.now() > until) throw new Error(`PostgreSQL ${pid} did not stop`);
      await pause(10);
    }
  }

  async start(): Promise<void> {
    this.server = await startAt(this.folder, this.port, this.settings);
  }

  /** All of its processes stand still; connections stay open and nobody answers. */
  async freeze(): Promise<() => void> {
    const pid = await this.pid();
    // the parent first, so that no further child is born
    process.kill(pid, 'SIGSTOP');
    const all = [pid, ...childrenOf(pid)];
    for (const each of all.slice(1)) signal(each, 'SIGSTOP');
    return () => {
      for (const each of all.toReversed()) signal(each, 'SIGCONT');
    };
  }

  /** Stops it for good and removes everything. */
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

  private async pid(): Promise<number> {
    return Number((await readFile(join(this.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  private address(): string {
    const url = new URL(this.server.url);
    url.port = String(this.port);
    return url.href;
  }
}

/** The same port every time: who waits for its return knows no other. The last of two settings of a name counts. */
function startAt(folder: string, port: number, further: Readonly<Record<string, string>>): Promise<EmbeddedServer> {
  const settings = { port: String(port), shared_buffers: '64MB', ...further };
  return startEmbeddedPostgres({ dir: join(folder, 'data'), settings });
}

/** A backend that ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  if (lives(pid)) process.kill(pid, name);
}
