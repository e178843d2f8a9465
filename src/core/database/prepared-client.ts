import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';

type Query = (query: unknown, values?: unknown, callback?: unknown) => Promise<unknown>;

/** Statements that one connection keeps planned; what comes after them is planned at every run. */
const mostPrepared = 400;
const names = new Map<string, string>();
/** What the driver says after its `query_timeout`. */
const unanswered = /query read timeout/i;
/** A text that cannot be read takes the `begin` before it along: what follows would stand alone. In a transaction it changes nothing. */
const failedTransaction = 'begin; select 1 / 0';
const begun = Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * A connection that lets PostgreSQL keep the plan of every statement with parameters (planning costs a multiple of
 * running for what a list asks), and sends `begin` together with the statement that follows it. One that answers nothing
 * for `query_timeout` is closed.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask = super.query.bind(this) as Query;
    const { connection } = this as unknown as { connection: { stream: Socket } };
    const send: Query = (...asked) => {
      const answer = ask(...asked) as Promise<unknown> | undefined;
      answer?.catch((error: unknown) => {
        // whoever gave up has left a question on it: nobody may ask there again
        if (error instanceof Error && unanswered.test(error.message)) connection.stream.destroy();
      });
      return answer as Promise<unknown>;
    };
    const prepared = new Set<string>();
    let opening = false;
    const named = (text: string, values: unknown[]): Promise<unknown> => {
      if (!prepared.has(text)) {
        if (prepared.size >= mostPrepared) return send(text, values);
        prepared.add(text);
      }
      return send({ name: nameOf(text), text, values });
    };
    const query: Query = (text, values, callback) => {
      if (typeof text !== 'string' || callback !== undefined || typeof values === 'function') {
        // its own answer says what goes wrong: what `begin` meets, it meets too
        if (opening) send('begin').catch(() => undefined);
        opening = false;
        return send(text, values, callback);
      }
      const parameters = Array.isArray(values) && values.length > 0 ? values : undefined;
      if (text === 'begin') {
        opening = true;
        return begun;
      }
      if (!opening) return parameters ? named(text, parameters) : send(text);
      opening = false;
      // nothing was asked in between: there is no transaction to end
      if (text === 'commit' || text === 'rollback') return begun;
      if (parameters) return send('begin').then(() => named(text, parameters));
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
