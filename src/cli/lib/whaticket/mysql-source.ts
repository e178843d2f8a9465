import { once } from 'node:events';
import { type Connection, createConnection } from 'mysql2';
import { type SourceDatabase, type SourceRow, sourceLabel, tablesOf } from './source-database.js';

/** MySQL or MariaDB. Streams have a connection of their own, on which nothing else can be asked meanwhile. */
export class MysqlSource implements SourceDatabase {
  private constructor(
    readonly label: string,
    readonly tables: ReadonlyMap<string, ReadonlySet<string>>,
    private readonly asking: Connection,
    private readonly streaming: Connection,
  ) {}

  static async open(url: string, timezone: string): Promise<MysqlSource> {
    const options = {
      uri: url.replace(/^mariadb:/, 'mysql:'),
      timezone,
      charset: 'utf8mb4',
      supportBigNumbers: true,
      connectTimeout: 10_000,
    };
    const asking = createConnection(options);
    await once(asking, 'connect');
    const streaming = createConnection(options);
    await once(streaming, 'connect');
    for (const connection of [asking, streaming]) {
      // also rejects the running statement
      connection.on('error', () => undefined);
      // a batch is stored while the server waits with the next rows
      await queryOf(connection, 'set session net_write_timeout = 3600, session wait_timeout = 86400');
      await queryOf(connection, 'start transaction with consistent snapshot, read only');
    }
    const rows = await queryOf(
      asking,
      `select table_name as \`table\`, column_name as \`column\` from information_schema.columns
       where table_schema = database() order by table_name, ordinal_position`,
    );
    const tables = tablesOf(rows as unknown as { table: string; column: string }[]);
    return new MysqlSource(sourceLabel(url), tables, asking, streaming);
  }

  quote(name: string): string {
    return `\`${name.replaceAll('`', '``')}\``;
  }

  relation(table: string): string {
    return this.quote(table);
  }

  query(sql: string): Promise<SourceRow[]> {
    return queryOf(this.asking, sql);
  }

  async *stream(sql: string, size: number): AsyncIterable<SourceRow[]> {
    let rows: SourceRow[] = [];
    for await (const row of this.streaming.query(sql).stream({ highWaterMark: size })) {
      rows.push(row as SourceRow);
      if (rows.length < size) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }

  async close(): Promise<void> {
    // an end would wait for the rows of a stream that nobody reads any more
    for (const connection of [this.asking, this.streaming]) connection.destroy();
  }
}

function queryOf(connection: Connection, sql: string): Promise<SourceRow[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as SourceRow[])));
  });
}
