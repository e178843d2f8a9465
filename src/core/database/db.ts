import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import { Context, type UnitOfWork } from '../context/context.js';
import { companyFilter } from './tenant.entity.js';

export const APP_ORM = Symbol('APP_ORM');
export const PLATFORM_ORM = Symbol('PLATFORM_ORM');

/** MikroORM would fork the entity manager of the surrounding transaction, whose company and role are others. */
const alone = { disableContextResolution: true };

/** Distinct texts are few; those beyond are numbered anew at every run. */
const mostTexts = 5_000;

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
    return (await execute<T>(this.em, statement, params)).rows;
  }

  async row<T extends object>(statement: string, params: readonly unknown[] = []): Promise<T | undefined> {
    return (await this.rows<T>(statement, params))[0];
  }

  /** Number of rows a write touched. */
  async run(statement: string, params: readonly unknown[] = []): Promise<number> {
    return Number((await execute(this.em, statement, params)).numAffectedRows ?? 0);
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

  /** One statement of the platform, a transaction by itself: for what every request asks first and the runner all day. */
  async platformRows<T extends object>(statement: string, params: readonly unknown[]): Promise<T[]> {
    return (await execute<T>(this.platform.em, statement, params)).rows;
  }

  async platformRow<T extends object>(statement: string, params: readonly unknown[]): Promise<T | undefined> {
    return (await this.platformRows<T>(statement, params))[0];
  }

  /** @throws when a connection of either role is not to be had. */
  async ping(): Promise<void> {
    await Promise.all([this.app, this.platform].map(({ em }) => execute(em, 'select 1', [])));
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

/**
 * Parameters travel apart from the text, so that the connection can keep its plan ({@link PreparedClient}); the ORM's own
 * `execute` would write them into it.
 */
async function execute<T>(em: EntityManager, statement: string, params: readonly unknown[]): Promise<QueryResult<T>> {
  const connection = em.getConnection();
  await connection.ensureConnection();
  em.config.getLogger().logQuery({ level: 'info', query: statement, params, namespace: 'query' });
  const to = em.getTransactionContext<Kysely<unknown>>() ?? connection.getClient<unknown>();
  return to.executeQuery<T>(
    CompiledQuery.raw(params.length === 0 ? statement : numbered(statement), params.map(parameter)),
  );
}

const texts = new Map<string, string>();

/** The text with `$1`, `$2`, … for its question marks outside of literals; none of our statements has one as an operator. */
function numbered(statement: string): string {
  const known = texts.get(statement);
  if (known) return known;
  let count = 0;
  const text = statement.replace(/'[^']*'|\?/g, (part) => (part === '?' ? `$${++count}` : part));
  if (texts.size < mostTexts) texts.set(statement, text);
  return text;
}

/** The driver would write an array as JSON where it holds objects; as PostgreSQL's own literal it stays one list. */
function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return value instanceof Date ? value.toISOString() : value;
}

function element(item: unknown): string {
  if (item === null) return 'NULL';
  return typeof item === 'number' ? String(item) : JSON.stringify(String(item));
}
