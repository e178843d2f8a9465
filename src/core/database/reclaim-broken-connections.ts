import type { Pool, PoolClient } from 'pg';

/**
 * Gives the place of a connection that broke while somebody held it back to the pool. Kysely releases the connection of a
 * transaction only after a `rollback` (or `begin`) that worked, which on a broken one never does: after a crash of
 * PostgreSQL every connection in use would be lost to the pool, and with the last one the whole process.
 */
export function reclaimBrokenConnections(pool: Pool): void {
  const held = new Set<PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!held.has(client)) return;
      client.release(true);
      // whoever holds it may still say so, and the pool takes nothing twice
      client.release = () => undefined;
    });
  });
}
