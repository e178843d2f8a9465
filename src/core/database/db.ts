import { type EntityManager, type MetadataStorage, MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type QueryResult, sql } from 'kysely';
import { Context, type UnitOfWork } from '../context.js';
import { isConnectionLost } from '../errors/database-errors.js';
import { DatabaseRole } from './database-role.js';
import { executeStatement, type Statement } from './statements.js';
import { Transaction } from './transaction.js';

/** The role that sees the rows of one company. */
export class AppRole extends DatabaseRole {}
/** The role that sees the rows of all companies. */
export class PlatformRole extends DatabaseRole {}
/** The URL of the platform role, for a connection that a process keeps open outside of the pools. */
export const PLATFORM_URL = Symbol('PLATFORM_URL');

/** Called inside the transaction after its flush; core/events uses it to write the outbox rows. */
export abstract class CommitHooks {
  abstract beforeCommit(unit: UnitOfWork): Promise<void>;
  abstract afterCommit(unit: UnitOfWork): void;
  /** Called when the connection broke during the commit. */
  abstract commitOutcomeUnknown(unit: UnitOfWork): void;
}

/** Runs every statement in a transaction of one company, limited by row-level security, or of the platform. */
@Injectable()
export class Db {
  private hooks: CommitHooks | undefined;

  constructor(
    private readonly orm: MikroORM,
    private readonly app: AppRole,
    private readonly platform: PlatformRole,
    private readonly context: Context,
  ) {}

  /** Called once, at boot. */
  setCommitHooks(hooks: CommitHooks): void {
    this.hooks = hooks;
  }

  /** The entity manager of the current transaction. @throws outside of one */
  get em(): EntityManager {
    return this.unit.em;
  }

  /** The metadata of all entities, which needs no entity manager. */
  get metadata(): MetadataStorage {
    return this.orm.getMetadata();
  }

  /** The company of the current transaction. @throws in a transaction of the platform, or outside of one */
  get companyId(): number {
    return this.context.companyId;
  }

  /**
   * Returns rows as the driver reads them: alias the columns to the names you want; timestamps are text. Pass a list as
   * one value: `= any(${ids}::bigint[])`.
   */
  async rows<T extends object>(statement: Statement<T>): Promise<T[]> {
    return (await this.execute(statement)).rows;
  }

  async row<T extends object>(statement: Statement<T>): Promise<T | undefined> {
    return (await this.rows(statement))[0];
  }

  /** Returns the number of affected rows. */
  async run(statement: Statement): Promise<number> {
    return Number((await this.execute(statement)).numAffectedRows ?? 0);
  }

  /** Sends a statement together with the commit ({@link UnitOfWork.executeWithCommit}). */
  runWithCommit<T>(statement: Statement<T>, answered?: (result: QueryResult<T>) => void): void {
    this.unit.executeWithCommit(() => statement, answered);
  }

  /** Takes an advisory lock on the key until the transaction ends. */
  async lock(...key: readonly (string | number)[]): Promise<void> {
    await this.run(sql`select pg_advisory_xact_lock(hashtextextended(${key.join(':')}, 0))`);
  }

  /**
   * Runs `fn` in a transaction that sees and writes rows of this company only; joins the current one if it is the same.
   * @param lockMs how long a statement waits for a lock; by default as long as a statement may run
   */
  async runAs<T>(companyId: number, fn: () => Promise<T>, lockMs?: number): Promise<T> {
    const current = this.context.unit;
    if (current && current.companyId === companyId) return fn();
    return this.runInTransaction(this.app, companyId, fn, lockMs);
  }

  /**
   * Runs `fn` in a transaction of the platform role, which sees every company: for super-admins, sign-in before the
   * company is known, routing of inbound events, and claiming jobs. Joins the current platform transaction.
   */
  async asPlatform<T>(fn: () => Promise<T>): Promise<T> {
    const current = this.context.unit;
    if (current && current.companyId === undefined) return fn();
    return this.runInTransaction(this.platform, undefined, fn);
  }

  /** Runs one statement as the platform, in its own transaction. */
  async platformRows<T extends object>(statement: Statement<T>): Promise<T[]> {
    return (await executeStatement(this.platform, statement)).rows;
  }

  async platformRow<T extends object>(statement: Statement<T>): Promise<T | undefined> {
    return (await this.platformRows(statement))[0];
  }

  private get unit(): UnitOfWork {
    const { unit } = this.context;
    if (!unit) throw new Error('No unit of work: use runAs() or asPlatform()');
    return unit;
  }

  private async execute<T>(statement: Statement<T>): Promise<QueryResult<T>> {
    return this.unit.execute(statement);
  }

  /** @throws when one of the roles has no connection available */
  async ping(): Promise<void> {
    await Promise.all([this.app, this.platform].map((role) => executeStatement(role, sql`select 1`)));
  }

  private async commit(unit: Transaction): Promise<void> {
    try {
      await unit.commit();
    } catch (error) {
      if (isConnectionLost(error)) this.hooks?.commitOutcomeUnknown(unit);
      throw error;
    }
  }

  private async runInTransaction<T>(
    role: DatabaseRole,
    companyId: number | undefined,
    fn: () => Promise<T>,
    lockMs?: number,
  ): Promise<T> {
    const unit = new Transaction(role, this.orm.em, companyId, 'begin', lockMs);
    let result: T;
    try {
      result = await this.context.runUnit(unit, async () => {
        const value = await fn();
        await unit.flush();
        await this.hooks?.beforeCommit(unit);
        if (unit.isReadOnly) unit.commitUnawaited();
        else await this.commit(unit);
        return value;
      });
    } catch (error) {
      await unit.rollback();
      throw error;
    }
    for (const release of unit.afterCommit) release();
    this.hooks?.afterCommit(unit);
    return result;
  }
}
