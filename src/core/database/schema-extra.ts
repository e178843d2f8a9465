/** A part of the schema that MikroORM's metadata cannot declare; migrations and tests read the same list. */
export interface SchemaExtra {
  /** The name; that of a column is prefixed with its table. */
  readonly name: string;
  readonly table?: string;
  readonly kind: 'foreign key' | 'index' | 'column' | 'extension' | 'text search' | 'function';
  readonly sql: string;
  /** Statements that complete the extra: a function's owner, a dictionary's configuration. */
  readonly dependentSql?: readonly string[];
  /** The text of a function, by which a change is detected. */
  readonly body?: string;
}

const extras: SchemaExtra[] = [];
export const declaredSchemaExtras: readonly SchemaExtra[] = extras;

/** Declares extras, in the order of their creation, in a `*.database.ts` of the module that owns the table. */
export function defineSchemaExtra(...declared: readonly SchemaExtra[]): void {
  extras.push(...declared);
}
