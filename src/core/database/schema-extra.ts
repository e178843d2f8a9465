/** Something the database has that MikroORM's metadata cannot say; the one list that migrations and tests read. */
export interface SchemaExtra {
  /** A column's has its table in front. */
  readonly name: string;
  readonly table?: string;
  readonly kind: 'foreign key' | 'index' | 'column' | 'extension' | 'text search' | 'function';
  readonly sql: string;
  /** What belongs to it: a function's owner, a dictionary's configuration. */
  readonly dependentSql?: readonly string[];
  /** A function's own text, by which a change is noticed. */
  readonly body?: string;
}
