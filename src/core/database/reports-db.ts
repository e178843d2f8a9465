import { setTimeout as wait } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { AppConfig } from '../config/config.js';
import { isStatementTimeout } from '../errors/database-errors.js';
import { HealthProbe } from '../observability/health.js';
import { Metrics } from '../observability/metrics.js';
import type { DatabaseRole } from './database-role.js';
import { Db } from './db.js';
import { executeStatement, type Statement } from './statements.js';
import { Transaction } from './transaction.js';

/** The role of companies on the replica of DATABASE_REPORTS_URL; null when that is not set. */
export const REPLICA = Symbol('REPLICA');

const checkMs = 1_000;
const checkTimeoutMs = 3_000;

/** Statements that read positions in the write-ahead log, in bytes. */
const written = sql<{ position: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`;
const replayed = sql<{ position: number | null }>`
  select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`;

/**
 * Reads for reports: from the replica while it is up and at most DATABASE_REPORTS_LAG behind, else from the primary.
 *
 * The lag is measured by comparing the replica's position with earlier positions of the primary. The time of the
 * replica's last transaction says nothing while the primary is idle or the stream is broken.
 */
@Injectable()
export class ReportsDb implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Replica');
  private readonly maxLag: number;
  private readonly stopping = new AbortController();
  private checking: Promise<void> | undefined;
  /** Earlier positions of the primary with their times, oldest first. */
  private positions: { readonly at: number; readonly position: number }[] = [];
  /** How many seconds the replica was behind at the last check. */
  private lag = Number.POSITIVE_INFINITY;
  /** What was last logged; undefined before the first check. */
  private reported: boolean | undefined;

  constructor(
    private readonly db: Db,
    private readonly orm: MikroORM,
    @Inject(REPLICA) private readonly replica: DatabaseRole | null,
    config: AppConfig,
    private readonly metrics: Metrics,
  ) {
    this.maxLag = config.databaseReportsLag;
    if (!replica) return;
    metrics.gauge('reports_replica_up', 'Whether reports are read from the replica (1) or from the primary (0)', () =>
      this.readsReplica ? 1 : 0,
    );
    metrics.gauge(
      'reports_replica_lag_seconds',
      'Seconds that the replica is behind; +Inf: away or too far',
      () => this.lag,
    );
  }

  get readsReplica(): boolean {
    return this.lag <= this.maxLag;
  }

  onApplicationBootstrap(): void {
    if (this.replica) this.checking = this.keepChecking(this.replica);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.checking;
    await this.replica?.close();
  }

  /** Reads rows of a company. The primary reads them in the current transaction, if it is the company's. */
  async rows<T extends object>(companyId: number, statement: Statement<T>): Promise<T[]> {
    const rows =
      this.replica && this.readsReplica ? await this.replicaRows(this.replica, companyId, statement) : undefined;
    return rows ?? this.db.runAs(companyId, () => this.db.rows(statement));
  }

  async row<T extends object>(companyId: number, statement: Statement<T>): Promise<T | undefined> {
    return (await this.rows(companyId, statement))[0];
  }

  /** Returns undefined on failure: a conflict with the replay, a broken connection, a schema not yet replayed. */
  private async replicaRows<T extends object>(
    replica: DatabaseRole,
    companyId: number,
    statement: Statement<T>,
  ): Promise<T[] | undefined> {
    const transaction = new Transaction(replica, this.orm.em, companyId, 'begin read only');
    try {
      const { rows } = await transaction.execute(statement);
      transaction.commitUnawaited();
      return rows;
    } catch (error) {
      await transaction.rollback();
      // the statement would take as long on the primary
      if (isStatementTimeout(error)) throw error;
      this.metrics.increment('reports_replica_failures_total', 'Statements of reports that the primary had to repeat');
      this.logger.debug({ msg: 'the primary repeats a statement of a report', reason: String(error) });
      return undefined;
    }
  }

  private async keepChecking(replica: DatabaseRole): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.check(replica);
      await wait(checkMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async check(replica: DatabaseRole): Promise<void> {
    let reason = `it is more than ${this.maxLag} s behind`;
    try {
      this.lag = await this.measure(replica);
    } catch (error) {
      this.lag = Number.POSITIVE_INFINITY;
      reason = error instanceof Error ? error.message : String(error);
    }
    const { readsReplica } = this;
    if (this.stopping.signal.aborted || this.reported === readsReplica) return;
    this.reported = readsReplica;
    if (readsReplica) this.logger.log('reports are read from the replica');
    else this.logger.warn({ msg: 'reports are read from the primary, not from the replica', reason });
  }

  private async measure(replica: DatabaseRole): Promise<number> {
    const now = Date.now();
    // a primary that is too busy to answer should not get the reports, too, so the last positions are used
    const primary = await inTime(this.db.platformRow(written)).catch(() => undefined);
    if (primary) this.positions.push({ at: now, position: primary.position });
    const { position } = (await inTime(executeStatement(replica, replayed))).rows[0] ?? { position: null };
    if (position === null) throw new Error('the server in DATABASE_REPORTS_URL is no replica');
    const reached = this.positions.findLast((each) => each.position <= position)?.at ?? Number.NEGATIVE_INFINITY;
    this.positions = this.positions.filter(({ at }) => at >= Math.max(reached, now - this.maxLag * 1_000));
    return (Date.now() - reached) / 1_000;
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const silence = wait(checkTimeoutMs, undefined, { signal: answered.signal, ref: false });
  const late = silence.then(
    () => Promise.reject(new Error(`no answer in ${checkTimeoutMs} ms`)),
    () => answer,
  );
  return Promise.race([answer, late]).finally(() => answered.abort());
}

/** The probe is not critical, because the primary answers instead. */
@Injectable()
export class ReplicaProbe extends HealthProbe {
  readonly name = 'replica';
  override readonly critical = false;

  constructor(private readonly reports: ReportsDb) {
    super();
  }

  async check(): Promise<void> {
    if (!this.reports.readsReplica) throw new Error('Reports are read from the primary');
  }
}
