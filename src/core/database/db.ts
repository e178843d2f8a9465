import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { Context, type UnitOfWork } from '../context/context.js';
import { companyFilter } from './tenant.entity.js';

export const APP_ORM = Symbol('APP_ORM');
export const PLATFORM_ORM = Symbol('PLATFORM_ORM');

/** MikroORM would fork the entity manager of the surrounding transaction, whose company and role are others. */
const alone = { disableContextResolution: true };

/** Called inside the transaction after the unit's own flush; core/events writes the outbox rows there. */
export abstract class BeforeCommit {
  abstract beforeCommit(unit: UnitOfWork): Promise<void>;
  abstract afterCommit(unit: UnitOfWork): void;
}

/** The only way to the database: every statement runs in a transaction that is fenced to a company or is the platform's. */
@Injectable()
export class Db {
  private hooks: BeforeCommit | undefined;

  constructor(
    @Inject(APP_ORM) private readonly app: MikroORM,
    @Inject(PLATFORM_ORM) private readonly platform: MikroORM,
    private readonly context: Context,
  ) {}

  /** Registers who writes and releases the events of a unit of work; once, at boot. */
  onCommit(hooks: BeforeCommit): void {
    this.hooks = hooks;
  }

  /** Entity manager of the current transaction. @throws outside of one: there is no unfenced way in. */
  get em(): EntityManager {
    const unit = this.context.unit;
    if (!unit) throw new Error('No unit of work: use runAs() or asPlatform()');
    return unit.em;
  }

  /**
   * Rows of a statement with `?` parameters, straight from the driver; alias columns to the names you want. A list of ids
   * is one parameter: `= any(?::bigint[])`.
   */
  async rows<T extends object>(statement: string, params: readonly unknown[] = []): Promise<T[]> {
    return (await this.em.execute(statement, params.map(parameter), 'all')) as T[];
  }

  async row<T extends object>(statement: string, params: readonly unknown[] = []): Promise<T | undefined> {
    return (await this.rows<T>(statement, params))[0];
  }

  /** Number of rows a write touched. */
  async run(statement: string, params: readonly unknown[] = []): Promise<number> {
    const result = (await this.em.execute(statement, params.map(parameter), 'run')) as { affectedRows?: number };
    return result.affectedRows ?? 0;
  }

  /** Serialises everything that names the same key until the transaction ends. */
  async lock(...key: readonly (string | number)[]): Promise<void> {
    await this.rows('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key.join(':')]);
  }

  /** Runs `fn` in one transaction that sees and writes rows of this company only; joins the current one if it is the same. */
  async runAs<T>(companyId: number, fn: () => Promise<T>): Promise<T> {
    const current = this.context.unit;
    if (current && current.companyId === companyId) return fn();
    const fork = this.app.em.fork(alone);
    fork.setFilterParams(companyFilter, { id: companyId });
    return this.unit(fork, companyId, fn);
  }

  /**
   * Runs `fn` in a transaction of the platform role, which sees every company. The one door for super-admins, sign-in
   * before the company is known, webhook routing and the runner's claim; joins the current platform transaction.
   */
  async asPlatform<T>(fn: () => Promise<T>): Promise<T> {
    const current = this.context.unit;
    if (current && current.companyId === undefined) return fn();
    return this.unit(this.platform.em.fork(alone), undefined, fn);
  }

  /** One statement of the platform outside of a transaction, for what every request asks first. */
  async platformRow<T extends object>(statement: string, params: readonly unknown[]): Promise<T | undefined> {
    const rows = (await this.platform.em.fork(alone).execute(statement, params.map(parameter), 'all')) as T[];
    return rows[0];
  }

  private async unit<T>(fork: EntityManager, companyId: number | undefined, fn: () => Promise<T>): Promise<T> {
    let unit: UnitOfWork | undefined;
    const result = await fork.transactional(async (em) => {
      const opened: UnitOfWork = { em, companyId, events: [], afterCommit: [] };
      unit = opened;
      return this.context.runUnit(opened, async () => {
        const value = await fn();
        await em.flush();
        await this.hooks?.beforeCommit(opened);
        return value;
      });
    });
    if (unit) {
      for (const release of unit.afterCommit) release();
      this.hooks?.afterCommit(unit);
    }
    return result;
  }
}

/** The ORM would spread an array over several placeholders; as PostgreSQL's own literal it stays one. */
function parameter(value: unknown): unknown {
  if (Array.isArray(value))
    return `{${value.map((item) => (typeof item === 'number' ? item : JSON.stringify(String(item)))).join(',')}}`;
  return value instanceof Date ? value.toISOString() : value;
}
