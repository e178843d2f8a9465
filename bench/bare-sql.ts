import { createHash } from 'node:crypto';
import pg from 'pg';
import { serve } from '../test/support/child-program.js';
import type { LoggedStatement } from './lib/statement-log.js';

/*
 * The statements of a request over `pg` alone, one after the other: the limit that bench/compare.ts measures beside each
 * figure. Forked by it.
 */

let connections: Record<LoggedStatement['role'], pg.Client>[] = [];

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

export const api = {
  open: async (urls: Record<LoggedStatement['role'], string>, count: number): Promise<void> => {
    connections = await Promise.all(
      Array.from({ length: count }, async () => ({
        app: await connect(urls.app),
        platform: await connect(urls.platform),
      })),
    );
  },
  /** Repeats the statements on every connection. @returns how often all of them ran */
  run: async (statements: readonly LoggedStatement[], seconds: number): Promise<number> => {
    const queries = statements.map(({ role, text, values }) => ({
      role,
      query:
        values.length > 0
          ? { name: createHash('md5').update(text).digest('hex'), text, values: [...values] }
          : { text },
    }));
    const end = performance.now() + seconds * 1000;
    let runs = 0;
    await Promise.all(
      connections.map(async (clients) => {
        for (; performance.now() < end; runs += 1)
          for (const { role, query } of queries) await clients[role].query(query);
      }),
    );
    return runs;
  },
};
serve(api);
