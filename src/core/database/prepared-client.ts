import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';

/** A query whose rows are arrays, which {@link madeRows} turns into objects. */
export interface PreparedQuery extends pg.QueryArrayConfig<unknown[]> {
  /** The plan of the query is not kept: it is planned at each run. */
  readonly planned?: 'each-time';
}
type Query = (query: unknown, values?: unknown, callback?: unknown) => Promise<unknown>;

/** What the driver stores about the columns of a result. */
interface Columns {
  readonly fields: readonly pg.FieldDef[];
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}
interface DriverConnection {
  readonly stream: Socket;
  describe(portal: object): void;
}
interface DriverQuery {
  readonly name: string;
  readonly _result: Columns;
  _accumulateRows: boolean;
  callback: (error: Error | null, result: unknown) => void;
  submit(connection: DriverConnection): Error | null;
  handleCommandComplete(message: object, connection: DriverConnection): void;
}
const DriverQuery = pg.Query as unknown as new (query: pg.QueryConfig) => DriverQuery;

/** The columns of the prepared statements that have run on a connection, by the name of the statement. */
class KnownColumns extends Map<string, Columns> {
  /** Whether the statement that is being sent has run before. */
  ofSent = false;
}

/** Runs a prepared statement. Only the first run asks for its columns, which takes up to 5 % of the server's time. */
class PreparedRun extends DriverQuery {
  constructor(
    query: pg.QueryConfig,
    private readonly columns: KnownColumns,
  ) {
    super(query);
  }

  override submit(connection: DriverConnection): Error | null {
    const known = this.columns.get(this.name);
    if (known) Object.assign(this._result, known);
    this._accumulateRows = true;
    this.columns.ofSent = known !== undefined;
    try {
      return super.submit(connection);
    } finally {
      this.columns.ofSent = false;
    }
  }

  override handleCommandComplete(message: object, connection: DriverConnection): void {
    super.handleCommandComplete(message, connection);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (!this.columns.has(this.name)) this.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

// ids and counts are bigint in the database, and stay far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const INT8_ARRAY: number = 1016;
pg.types.setTypeParser(INT8_ARRAY, (text) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : Number(item))),
);
const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins;

/** How many statements a connection prepares; further ones are planned at each run. */
const maxPrepared = 400;
const names = new Map<string, string>();
/** Whether the error is the driver's own after a `query_timeout`. */
const isTimeout = (error: unknown): boolean => error instanceof Error && /query read timeout/i.test(error.message);

/** Turns a UTC `timestamptz` such as `2026-11-23 09:30:00.25+00` into ISO 8601 with milliseconds. */
function isoTime(text: string): string {
  // a time that is not in this form, such as one of a five-digit year, is left as it is
  if (!text.endsWith('+00') || text[10] !== ' ') return text;
  const time = text.length > 22 ? text.slice(11, Math.min(23, text.length - 3)) : `${text.slice(11, 19)}.`;
  return `${text.slice(0, 10)}T${time.padEnd(12, '0')}Z`;
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares every statement with parameters, because planning a list takes several times as long as
 * running it. It sends a statement without waiting for the previous answer (pipelining), and writes all that is started
 * in one turn of the event loop at once. Times are read as ISO 8601, other dates stay as text. It is closed after a
 * `query_timeout`, and when a transaction cannot begin: further statements would run outside of one.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    Object.assign(this, { pipeline: true });
    this.setTypeParser(TIMESTAMPTZ, isoTime);
    for (const type of [TIMESTAMP, DATE, INTERVAL]) this.setTypeParser(type, String);
    const superQuery = super.query.bind(this) as Query;
    // with TLS the driver replaces the stream of its connection
    const { connection } = this as unknown as { connection: DriverConnection };
    const columns = new KnownColumns();
    const describe = connection.describe.bind(connection);
    connection.describe = (portal) => {
      if (!columns.ofSent) describe(portal);
    };
    const prepared = new Set<string>();
    let corked = false;
    const cork = (): void => {
      if (corked) return;
      corked = true;
      const { stream } = connection;
      stream.cork();
      process.nextTick(() => {
        corked = false;
        stream.uncork();
      });
    };
    const send: Query = (...args) => {
      cork();
      const answer = superQuery(...args) as Promise<unknown> | undefined;
      answer?.catch((error: unknown) => {
        if (isTimeout(error) || String(args[0]).startsWith('begin')) connection.stream.destroy();
      });
      return answer as Promise<unknown>;
    };
    const run = (statement: pg.QueryConfig): Promise<unknown> => {
      const query = new PreparedRun(statement, columns);
      return new Promise((resolve, reject) => {
        query.callback = (error, result) => (error ? reject(error) : resolve(result));
        cork();
        void superQuery(query);
      }).catch((error: Error) => {
        if (isTimeout(error)) connection.stream.destroy();
        // as the driver does: the original stack shows only where the answer was read
        Error.captureStackTrace(error);
        throw error;
      });
    };
    const query: Query = (given, values, callback) => {
      const config = (typeof given === 'string' ? { text: given, values } : given) as PreparedQuery;
      const { text, planned } = config;
      if (callback !== undefined || planned || !Array.isArray(config.values) || config.values.length === 0)
        return send(given, values, callback);
      if (!prepared.has(text)) {
        if (prepared.size >= maxPrepared) return send(config);
        prepared.add(text);
      }
      return run({ ...config, name: nameOf(text) });
    };
    Object.defineProperty(this, 'query', { value: query });
  }
}
