import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';

type Query = (query: unknown, values?: unknown, callback?: unknown) => Promise<unknown>;

/** Prepared statements of a connection; further ones are planned at each run. */
const maxPrepared = 400;
const names = new Map<string, string>();
/** The driver's error after its `query_timeout`. */
const queryTimeout = /query read timeout/i;
/**
 * A syntax error discards the `begin` sent with it, so that later statements would run outside of a transaction. Inside of
 * one this changes nothing.
 */
const failedTransaction = 'begin; select 1 / 0';
const beginResult = Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
/** Without it every statement on rows of a company fails, so that none need wait for its answer. */
const sessionSetting = /^select set_config\(/;
const settingResult = Promise.resolve({ command: 'SELECT', rowCount: 1, rows: [] });

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares every statement with parameters (planning the statement of a list costs a multiple of running
 * it), and sends `begin` together with the next statement; where that sets the company, the one after it follows at once
 * (pipelining). It is closed after a `query_timeout`.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    Object.assign(this, { pipeline: true });
    const superQuery = super.query.bind(this) as Query;
    const { connection } = this as unknown as { connection: { stream: Socket } };
    const send: Query = (...args) => {
      const answer = superQuery(...args) as Promise<unknown> | undefined;
      answer?.catch((error: unknown) => {
        // discard a connection that never answered a query
        if (error instanceof Error && queryTimeout.test(error.message)) connection.stream.destroy();
      });
      return answer as Promise<unknown>;
    };
    const prepared = new Set<string>();
    let opening = false;
    const named = (text: string, values: unknown[]): Promise<unknown> => {
      if (!prepared.has(text)) {
        if (prepared.size >= maxPrepared) return send(text, values);
        prepared.add(text);
      }
      return send({ name: nameOf(text), text, values });
    };
    const query: Query = (text, values, callback) => {
      if (typeof text !== 'string' || callback !== undefined || typeof values === 'function') {
        // a failure of `begin` is one of the statement too
        if (opening) send('begin').catch(() => undefined);
        opening = false;
        return send(text, values, callback);
      }
      const parameters = Array.isArray(values) && values.length > 0 ? values : undefined;
      if (text === 'begin') {
        opening = true;
        return beginResult;
      }
      if (!opening) return parameters ? named(text, parameters) : send(text);
      opening = false;
      // no statement in between: there is no transaction to end
      if (text === 'commit' || text === 'rollback') return beginResult;
      if (parameters) return send('begin').then(() => named(text, parameters));
      if (sessionSetting.test(text)) {
        send(`begin; ${text}`).catch(() => connection.stream.destroy());
        return settingResult;
      }
      return send(`begin; ${text}`).then(
        (results) => (Array.isArray(results) ? results.at(-1) : results),
        async (error: unknown) => {
          await send(failedTransaction).catch(() => undefined);
          throw error;
        },
      );
    };
    Object.defineProperty(this, 'query', { value: query });
  }
}

/**
 * Returns the slot of a connection that broke while it was in use to the pool. Kysely releases the connection of a
 * transaction only after a `rollback` (or `begin`) that worked, which on a broken one never does: after a crash of
 * PostgreSQL every connection in use would be lost to the pool, and with the last one the whole process.
 */
export function reclaimBrokenConnections(pool: Pool): void {
  const inUse = new Set<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // its user may still release it, and the pool accepts no second release
      client.release = () => undefined;
    });
  });
}
