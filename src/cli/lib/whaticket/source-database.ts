export type SourceRow = Readonly<Record<string, unknown>>;

/** A database that is only read, in one snapshot; tables and columns are what it has, as versions differ. */
export interface SourceDatabase {
  /** Host, port and name: by it runs know each other. */
  readonly label: string;
  /** Columns by table, in the spelling of the database. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  quote(name: string): string;
  /** What a statement reads a table from, before its alias. */
  relation(table: string): string;
  query(sql: string): Promise<SourceRow[]>;
  /** Rows as the database gives them, at most `size` in memory at a time. One stream at a time. */
  stream(sql: string, size: number): AsyncIterable<SourceRow[]>;
  close(): Promise<void>;
}

/** The {@link SourceDatabase.label} of an address. */
export function sourceLabel(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const socket = searchParams.get('socketPath') ?? searchParams.get('host');
  return `${socket ?? `${hostname}${port === '' ? '' : `:${port}`}`}${pathname}`.slice(-255);
}

/** Columns by table. */
export function tablesOf(rows: readonly { table: string; column: string }[]): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  for (const { table, column } of rows) {
    const columns = tables.get(table) ?? new Set();
    columns.add(column);
    tables.set(table, columns);
  }
  return tables;
}
