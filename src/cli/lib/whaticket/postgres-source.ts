import pg from 'pg';
import { type SourceDatabase, type SourceRow, sourceLabel, tablesOf } from './source-database.js';

export class PostgresSource implements SourceDatabase {
  private cursors = 0;

  private constructor(
    readonly label: string,
    readonly tables: ReadonlyMap<string, ReadonlySet<string>>,
    private readonly client: pg.Client,
  ) {}

  static async open(url: string): Promise<PostgresSource> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
    // also rejects the running statement
    client.on('error', () => undefined);
    await client.connect();
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'");
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = current_schema() order by table_name, ordinal_position`,
    );
    return new PostgresSource(sourceLabel(url), tablesOf(rows), client);
  }

  quote(name: string): string {
    return pg.escapeIdentifier(name);
  }

  relation(table: string): string {
    return this.quote(table);
  }

  async query(sql: string): Promise<SourceRow[]> {
    return (await this.client.query<SourceRow>(sql)).rows;
  }

  async *stream(sql: string, size: number): AsyncIterable<SourceRow[]> {
    this.cursors += 1;
    const cursor = `rows_${this.cursors}`;
    await this.client.query(`declare ${cursor} no scroll cursor for ${sql}`);
    for (;;) {
      const rows = await this.query(`fetch ${size} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await this.client.query(`close ${cursor}`);
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
