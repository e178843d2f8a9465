import type { Pool, PoolClient } from 'pg';

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
