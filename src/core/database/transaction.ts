import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { type QueryResult, sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { UnitOfWork } from '../context.js';
import { wrapDatabaseErrors } from '../errors/database-errors.js';
import type { DatabaseRole } from './database-role.js';
import { kyselyWith, statementBuilder } from './kysely-with.js';
import { compileStatement, type Query, runQuery, type Statement } from './statements.js';
import { companyFilter, companySetting } from './tenant.entity.js';

const logger = new Logger('Database');
/** Otherwise MikroORM would fork the entity manager of a surrounding transaction, of another company or role. */
const alone = { disableContextResolution: true };
/** Statements that write. Advisory locks count too, because others see them until the transaction ends. */
const writes = /\b(insert|update|delete|merge|call|pg_(try_)?advisory_xact_lock\w*)\b/i;

const isAborted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';

/**
 * One transaction of a role, and of a company if there is one. The entity manager is created on first use: most statements
 * need none. Statements that are started together are sent together.
 */
export class Transaction implements UnitOfWork {
  readonly events: object[] = [];
  readonly afterCommit: (() => void)[] = [];
  private connection: Promise<PoolClient> | undefined;
  private manager: EntityManager | undefined;
  /** Functions that make the statements to send together with the commit. */
  private readonly last: (() => (() => Promise<unknown>) | undefined)[] = [];
  /** Whether it has written; every statement of the entity manager counts as a write. */
  private wrote = false;
  /** Of the first statement that failed. */
  private failure: unknown;
  private over = false;
  /** Resolves when the commit has been answered. */
  private ended: Promise<unknown> | undefined;

  constructor(
    private readonly role: DatabaseRole,
    /** The entity manager of this transaction is a fork of this one. */
    private readonly root: EntityManager,
    readonly companyId: number | undefined,
    private readonly opening = 'begin',
    /** How long a statement waits for a lock; by default as long as a statement may run. */
    private readonly lockTimeoutMs?: number,
  ) {}

  get em(): EntityManager {
    if (!this.manager) {
      this.manager = this.root.fork(alone);
      if (this.companyId !== undefined) this.manager.setFilterParams(companyFilter, { id: this.companyId });
      const run: Transaction['run'] = (query) => {
        this.wrote = true;
        return this.run(query);
      };
      this.manager.setTransactionContext(kyselyWith(run));
    }
    return this.manager;
  }

  execute<T>(statement: Statement<T>): Promise<QueryResult<T>> {
    const query = compileStatement(statement);
    this.wrote ||= writes.test(query.sql);
    return wrapDatabaseErrors(this.run<T>(query));
  }

  executeWithCommit<T>(make: () => Statement<T> | undefined, answered?: (result: QueryResult<T>) => void): void {
    if (this.over) throw new Error('This transaction is over');
    this.last.push(() => {
      const statement = make();
      const query = statement && compileStatement(statement);
      return query && (() => wrapDatabaseErrors(this.run<T>(query)).then(answered));
    });
  }

  async flush(): Promise<void> {
    await this.manager?.flush();
  }

  /** Whether nothing would be lost if the commit failed. */
  get isReadOnly(): boolean {
    return !this.wrote && this.events.length === 0 && this.last.length === 0;
  }

  /**
   * Commits together with the last statements: if one of them fails, PostgreSQL answers the commit with a rollback. If
   * one cannot be made, this throws before anything is sent.
   */
  async commit(): Promise<void> {
    const sends = this.last.splice(0).flatMap((make) => make() ?? []);
    const answers = sends.map((send) => send());
    this.over = true;
    const committed = this.sendCommit();
    this.ended = committed.catch(() => undefined);
    // the error of a statement explains more than that of the commit
    await Promise.all(answers);
    await committed;
  }

  /** Commits a read-only transaction without waiting for the answer. */
  commitUnawaited(): void {
    void this.commit().catch(() => this.rollback());
  }

  /** Rolls back. A failure is only logged, so that it does not hide the original error. */
  async rollback(): Promise<void> {
    this.over = true;
    await this.ended;
    const client = await this.connection?.catch(() => undefined);
    if (!client) return;
    try {
      await this.send(client, 'rollback');
      this.release(client);
    } catch (error) {
      this.release(client, true);
      logger.debug({ msg: 'not rolled back, the connection is closed', reason: String(error) });
    }
  }

  private async sendCommit(): Promise<void> {
    const client = await this.connection;
    if (!client) return;
    const { command } = await wrapDatabaseErrors(this.send(client, 'commit'));
    if (command === 'ROLLBACK') throw new Error('A statement of this transaction had failed');
    this.release(client);
  }

  private async run<T>(query: Query): Promise<QueryResult<T>> {
    if (this.over) throw new Error('This transaction is over');
    this.connection ??= this.begin();
    const client = await this.connection;
    this.role.onStatement?.(query.sql);
    try {
      return await runQuery<T>(client, query);
    } catch (error) {
      // those that were sent together with the one that failed are only told that the transaction is aborted
      if (!isAborted(error)) this.failure ??= error;
      throw this.failure ?? error;
    }
  }

  /** The answer to `begin` is not awaited: if it fails, PreparedClient closes the connection. */
  private async begin(): Promise<PoolClient> {
    const { companyId } = this;
    const client = await this.role.connect(companyId);
    const settings = [[companySetting, companyId] as const, ['lock_timeout', this.lockTimeoutMs] as const].flatMap(
      ([name, value]) =>
        value === undefined ? [] : sql`set_config(${sql.lit(name)}, ${sql.lit(String(value))}, true)`,
    );
    const setting = sql`; select ${sql.join(settings)}`;
    const text = `${this.opening}${settings.length === 0 ? '' : setting.compile(statementBuilder).sql}`;
    this.send(client, text).catch(() => undefined);
    return client;
  }

  private send(client: PoolClient, query: string): Promise<{ command: string }> {
    this.role.onStatement?.(query);
    return client.query(query);
  }

  private release(client: PoolClient, broken = false): void {
    this.connection = undefined;
    this.role.release(client, this.companyId, broken);
  }
}
