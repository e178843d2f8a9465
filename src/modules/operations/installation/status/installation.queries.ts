import { sql } from 'kysely';
import type { ConnectionStatus } from '../../../channels/connections/connection.entity.js';

export interface DatabaseFacts {
  readonly version: string;
  readonly bytes: number;
  /** Host and process id of the process that runs the timers; null if none does. */
  readonly timersNode: string | null;
}

export const databaseFacts = sql<DatabaseFacts>`
  select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    (select node from leases where name = 'timers' and expires_at > now()) as "timersNode"`;

export interface ConnectionCount {
  readonly status: ConnectionStatus;
  readonly count: number;
}

/** Connections of all companies. */
export const connectionCounts = sql<ConnectionCount>`
  select status, count(*) as count from connections where deleted_at is null group by status order by count desc, status`;
