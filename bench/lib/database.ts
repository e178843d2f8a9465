import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { AppConfig } from '../../src/core/config/config.js';
import { connectDatabase } from '../../src/core/database/connect-database.js';
import { migrationsOf } from '../../src/mikro-orm.config.js';

const idleChecks = 5;

/** Of the server's statements, without those by which the job runner polls. */
export interface StatementStats {
  readonly calls: number;
  /** Planning and execution. */
  readonly ms: number;
  readonly rows: number;
}

/** The database of the server under load, as its owner. */
export class BenchDatabase {
  private constructor(
    private readonly owner: pg.Client,
    readonly pid: number,
  ) {}

  static async open(dataDir: string): Promise<BenchDatabase> {
    const { ownerUrl } = await connectDatabase(AppConfig.load({ DATA_DIR: dataDir }), migrationsOf);
    const owner = new pg.Client({ connectionString: ownerUrl });
    // the database stops with the server
    owner.on('error', () => undefined);
    await owner.connect();
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    return new BenchDatabase(owner, Number(pid));
  }

  async rows<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(sql, [...params])).rows;
  }

  async row<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T> {
    const [row] = await this.rows<T>(sql, params);
    if (!row) throw new Error('The database is not loaded: npm run bench:seed');
    return row;
  }

  /** Until no job is due and no transaction is open. @returns the seconds; undefined after a timeout */
  async settled(patienceSeconds = 20): Promise<number | undefined> {
    const started = performance.now();
    for (let idle = 0; performance.now() - started < patienceSeconds * 1000; await delay(20)) {
      const { busy } = await this.row<{ busy: boolean }>(
        `select exists (select 1 from outbox_jobs where failed_at is null and run_at <= now())
           or exists (select 1 from pg_stat_activity where usename like 'atende\\_%' and state <> 'idle') as busy`,
      );
      idle = busy ? 0 : idle + 1;
      if (idle === idleChecks) return (performance.now() - started) / 1000;
    }
    return undefined;
  }

  /** Statistics of the server's statements during `act`; nothing is collected outside of it. */
  async statementsOf(act: () => Promise<unknown>): Promise<StatementStats> {
    await this.track('top');
    await this.rows('create extension if not exists pg_stat_statements');
    await this.rows('select pg_stat_statements_reset()');
    await act();
    const stats = await this.row<StatementStats>(
      `select coalesce(sum(calls), 0)::int as calls, coalesce(sum(total_plan_time + total_exec_time), 0)::float8 as ms,
         coalesce(sum(s.rows), 0)::int as rows
       from pg_stat_statements s join pg_roles r on r.oid = s.userid
       where r.rolname in ('atende_app', 'atende_platform')
         and not (r.rolname = 'atende_platform' and query ~ 'outbox_jobs|cron_runs|leases')`,
    );
    await this.track('none');
    return stats;
  }

  close(): Promise<void> {
    return this.owner.end();
  }

  private async track(which: 'top' | 'none'): Promise<void> {
    await this.rows(`alter system set pg_stat_statements.track = '${which}'`);
    await this.rows('select pg_reload_conf()');
    await delay(150);
  }
}
