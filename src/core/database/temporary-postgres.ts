import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canAccess, postgresAccount } from './cluster-location.js';
import { type EmbeddedServer, startEmbeddedPostgres } from './embedded-postgres.js';

/** A PostgreSQL in a temporary folder, removed by `stop`; for tests and for comparing schemas. */
export async function startTemporaryPostgres(settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedServer> {
  const folder = (await canAccess(tmpdir(), await postgresAccount())) ? tmpdir() : '/tmp';
  const dir = await mkdtemp(join(folder, 'atende-postgres-'));
  // mkdtemp creates it inaccessible to the account that runs the server
  await chmod(dir, 0o755);
  const server = await startEmbeddedPostgres({
    dir: join(dir, 'data'),
    settings: { fsync: 'off', synchronous_commit: 'off', ...settings },
  });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
