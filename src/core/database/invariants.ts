import { sql } from 'kysely';
import type { Db } from './db.js';
import { allForeignKeys } from './foreign-keys.js';
import { TenantEntity } from './tenant.entity.js';

/** A rule that is true between any two transactions; `sql` returns the rows that violate it. */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
  /** Set when only a running server maintains the rule. */
  readonly running?: true;
}

export interface Violation {
  readonly name: string;
  readonly count: number;
  /** The first few violating rows. */
  readonly examples: readonly object[];
}

const declared: Invariant[] = [];

/** Declares invariants, in the `*.database.ts` of the module that maintains them. */
export function defineInvariants(...invariants: readonly Invariant[]): void {
  declared.push(...invariants);
}

/** Every foreign key must reference an existing row, between tenant tables one of the same company. */
function referenceInvariants(db: Db): Invariant[] {
  const metadata = db.metadata;
  return allForeignKeys.map(({ owner, property, target }) => {
    const from = metadata.get(owner);
    const to = metadata.get(target());
    const column = (from.properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
    const same = target().prototype instanceof TenantEntity ? 'r.company_id = o.company_id and ' : '';
    return {
      name: `${from.tableName}.${column} references a row of ${to.tableName}${same && ' of the same company'}`,
      sql: `select o.id, o."${column}" from "${from.tableName}" o
        where o."${column}" is not null and not exists (select from "${to.tableName}" r where ${same}r.id = o."${column}")`,
    };
  });
}

const exampleCount = 5;

/**
 * Returns the violated invariants; call it in a transaction of the platform. With `stopped` it leaves out those that
 * only a running server maintains.
 */
export async function checkInvariants(db: Db, { stopped = false } = {}): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, sql: violating, running } of [...declared, ...referenceInvariants(db)]) {
    if (stopped && running) continue;
    const rows = await db.rows(
      sql`with violating as materialized (${sql.raw(violating)})
       select (select count(*) from violating) as "count", to_jsonb(v) as example from violating v limit ${sql.lit(exampleCount)}`,
    );
    const found = rows as { count: number; example: object }[];
    if (found[0]) violations.push({ name, count: found[0].count, examples: found.map(({ example }) => example) });
  }
  return violations;
}
