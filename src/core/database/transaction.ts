import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type ControlledTransaction, type QueryResult, sql } from 'kysely';
import type { UnitOfWork } from '../context.js';
import { wrapDatabaseErrors } from '../errors/database-errors.js';
import { executeStatement, kyselyOf, type Statement } from './statements.js';
import { companyFilter, companySetting } from './tenant.entity.js';

/** Otherwise MikroORM forks the entity manager of the surrounding transaction, of another company or role. */
const alone = { disableContextResolution: true };

/**
 * One transaction of a role, and of a company if there is one. The entity manager is created on first use: most statements
 * need none.
 */
export class Transaction implements UnitOfWork {
  readonly events: object[] = [];
  readonly beforeCommit: (() => Promise<void>)[] = [];
  readonly afterCommit: (() => void)[] = [];
  private transaction: ControlledTransaction<unknown> | undefined;
  private manager: EntityManager | undefined;

  constructor(
    private readonly orm: MikroORM,
    readonly companyId: number | undefined,
  ) {}

  get em(): EntityManager {
    if (!this.manager) {
      this.manager = this.orm.em.fork(alone);
      if (this.companyId !== undefined) this.manager.setFilterParams(companyFilter, { id: this.companyId });
      this.manager.setTransactionContext(this.transaction);
    }
    return this.manager;
  }

  /** Neither statement is waited for (PreparedClient). */
  async begin(): Promise<void> {
    this.transaction = await wrapDatabaseErrors(
      kyselyOf(this.orm).then((client) => client.startTransaction().execute()),
    );
    this.logQuery('begin');
    if (this.companyId === undefined) return;
    try {
      await this.execute(sql`select set_config(${sql.lit(companySetting)}, ${sql.lit(String(this.companyId))}, true)`);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  execute<T>(statement: Statement<T>): Promise<QueryResult<T>> {
    return executeStatement(this.orm, this.transaction, statement);
  }

  async flush(): Promise<void> {
    await this.manager?.flush();
  }

  async commit(): Promise<void> {
    if (this.transaction) await wrapDatabaseErrors(this.transaction.commit().execute());
    this.logQuery('commit');
  }

  /** A failed rollback must not hide the original error. */
  async rollback(): Promise<void> {
    try {
      await this.transaction?.rollback().execute();
      this.logQuery('rollback');
    } catch (error) {
      this.orm.config.getLogger().warn('query', `Not rolled back: ${String(error)}`);
    }
  }

  private logQuery(query: string): void {
    this.orm.config.getLogger().logQuery({ level: 'info', query, namespace: 'query' });
  }
}
