import { Logger } from '@nestjs/common';
import pg, { type Pool } from 'pg';
import { PreparedClient } from './prepared-client.js';

/** A role of the database, with the connections that this process has as it. */
export class DatabaseRole {
  readonly connections: Pool;
  /** Hears every statement before it is sent. */
  onStatement: ((text: string) => void) | undefined;

  constructor(url: string, { max, ...options }: pg.PoolConfig & { readonly max: number }) {
    this.connections = new pg.Pool({
      connectionString: url,
      application_name: 'atende',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      Client: PreparedClient,
      max,
      ...options,
    });
    const logger = new Logger('Database');
    // without listeners a connection that breaks would end the process
    const broken = ({ message }: Error): void => logger.debug({ msg: 'a connection has broken', reason: message });
    this.connections.on('connect', (client) => client.on('error', broken)).on('error', broken);
  }

  async close(): Promise<void> {
    await this.connections.end();
  }
}
