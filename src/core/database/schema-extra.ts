/** Something of the database that MikroORM's metadata cannot declare; migrations and tests read the same list. */
export interface SchemaExtra {
  /** A column's has its table in front. */
  readonly name: string;
  readonly table?: string;
  readonly kind: 'foreign key' | 'index' | 'column' | 'extension' | 'text search' | 'function';
  readonly sql: string;
  /** Statements that complete it: a function's owner, a dictionary's configuration. */
  readonly dependentSql?: readonly string[];
  /** A function's text, by which a change is noticed. */
  readonly body?: string;
}

const extras: SchemaExtra[] = [];
export const declaredSchemaExtras: readonly SchemaExtra[] = extras;

/** Declares extras, in the order in which they can be created; in a `*.database.ts` of the module that owns the table. */
export function defineSchemaExtra(...declared: readonly SchemaExtra[]): void {
  extras.push(...declared);
}
