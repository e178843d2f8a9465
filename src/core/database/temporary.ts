import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedServer, startEmbeddedPostgres } from './embedded.js';

/** A PostgreSQL of its own in a temporary folder, gone after `stop`; for tests and for comparing schemas. */
export async function startTemporaryPostgres(settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedServer> {
  const dir = await mkdtemp(join(tmpdir(), 'atende-postgres-'));
  // the server's own account has to pass through
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
