import { Logger } from '@nestjs/common';
import pg, { type Pool } from 'pg';
import { PreparedClient } from './prepared-client.js';

/** A role of the database, with the connections that this process has as it. */
export class DatabaseRole {
  readonly pool: Pool;
  /** Hears every statement before it is sent. */
  onStatement: ((text: string) => void) | undefined;

  constructor(url: string, options: pg.PoolConfig & { readonly max: number }) {
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: 'atende',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      Client: PreparedClient,
      ...options,
    });
    const logger = new Logger('Database');
    // without listeners a connection that breaks would end the process
    const broken = ({ message }: Error): void => logger.debug({ msg: 'a connection has broken', reason: message });
    this.pool.on('connect', (client) => client.on('error', broken)).on('error', broken);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
