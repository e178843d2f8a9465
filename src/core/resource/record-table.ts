import type { EntityClass, EntityMetadata, EntityProperty } from '@mikro-orm/postgresql';
import { isExpression, type RawBuilder, sql } from 'kysely';
import type { BaseEntity } from '../database/base.entity.js';
import type { Db } from '../database/db.js';
import { allOf, type Condition } from '../database/statements.js';

/** A row as a statement reads it, with times in ISO 8601. */
export type Stored<E extends BaseEntity> = {
  [K in keyof E]: Extract<E[K], Date> extends never ? E[K] : Exclude<E[K], Date> | string;
} & { readonly id: number };

export type Order = readonly [property: string, order: 'asc' | 'desc'];

/** Values of a row `t` that are no columns, by their names. */
export type Computed = Readonly<Record<string, RawBuilder<unknown>>>;

const operators: Readonly<Record<string, RawBuilder<unknown>>> = {
  $eq: sql`=`,
  $gt: sql`>`,
  $gte: sql`>=`,
  $lt: sql`<`,
  $lte: sql`<=`,
  $ilike: sql`ilike`,
};

/**
 * The table of an entity as `t`, read by statements whose plans are kept. The query builder of the ORM would write the
 * values into the text, and takes longer to do so than PostgreSQL for a page. Rows are {@link Stored}, because making
 * entities of them took a quarter of the server's time for a list.
 */
export class RecordTable<E extends BaseEntity> {
  private readonly meta: EntityMetadata<E>;

  constructor(
    db: Db,
    entity: EntityClass<E>,
    private readonly computed: Computed = {},
  ) {
    this.meta = db.metadata.get(entity);
  }

  get properties(): Readonly<Record<string, EntityProperty>> {
    return this.meta.properties;
  }

  get from(): RawBuilder<unknown> {
    return sql`from ${sql.table(this.meta.tableName)} t`;
  }

  /** Selects the columns under the names of their properties. */
  columns(names: readonly string[] = this.meta.props.map(({ name }) => name)): RawBuilder<unknown> {
    return sql.raw(names.map((name) => `t."${this.columnName(name)}" as "${name}"`).join(', '));
  }

  orderBy(orders: readonly Order[]): RawBuilder<unknown> {
    return sql`order by ${sql.join(orders.map(([name, order]) => sql`${this.computed[name] ?? this.column(name)} ${sql.raw(order)}`))}`;
  }

  /** Compiles a where-clause of the ORM, parts of which may already be conditions. */
  condition(where: object): Condition {
    if (isExpression(where)) return where as Condition;
    const conditions = Object.entries(where).map(([name, value]: [string, unknown]) => {
      if (name === '$and' || name === '$or') {
        const isAnd = name === '$and';
        const parts = (value as object[]).filter(
          (part) => !isAnd || isExpression(part) || Object.keys(part).length > 0,
        );
        if (parts.length === 0) return isAnd ? sql`true` : sql`false`;
        return sql`(${sql.join(
          parts.map((part) => this.condition(part)),
          isAnd ? sql` and ` : sql` or `,
        )})`;
      }
      const compared = value?.constructor === Object ? value : { $eq: value };
      return allOf(Object.entries(compared).map(([operator, operand]) => this.comparison(name, operator, operand)));
    });
    return conditions.length > 0 ? allOf(conditions as Condition[]) : sql`true`;
  }

  /** The row as a statement would read it, made from an entity. */
  storedOf(entity: E): Stored<E> {
    const values = entity as Record<string, unknown>;
    const stored = this.meta.props.map(({ name }) => {
      const value = values[name];
      return [name, value instanceof Date ? value.toJSON() : (value ?? null)];
    });
    return Object.fromEntries(stored) as Stored<E>;
  }

  private comparison(name: string, operator: string, operand: unknown): Condition {
    const column = this.column(name);
    if (operand === null) return sql`${column} is ${sql.raw(operator === '$ne' ? 'not null' : 'null')}`;
    // a number that an integer column cannot contain matches no row, and must not cause an error
    const isId = this.properties[name]?.columnTypes[0] === 'bigint';
    const held = [operand].flat().every((item) => typeof item !== 'number' || (isId && Number.isInteger(item)));
    if (Array.isArray(operand) && ['$in', '$eq'].includes(operator))
      return sql`${column} = any(${operand}${sql.raw(held ? '' : '::float8[]')})`;
    const sign = operators[operator];
    if (!sign) throw new Error(`No list is narrowed by ${operator}`);
    return sql`${column} ${sign} ${operand}${sql.raw(held ? '' : '::float8')}`;
  }

  private column(name: string): RawBuilder<unknown> {
    return sql.ref(`t.${this.columnName(name)}`);
  }

  private columnName(name: string): string {
    return this.properties[name]?.fieldNames[0] ?? name;
  }
}
