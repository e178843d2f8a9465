import { Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient } from 'pg';
import { ConnectionShares } from './connection-shares.js';
import { PreparedClient } from './prepared-client.js';

const connectMs = 5_000;

/** A role of the database, with the connections that this process has for it. */
export class DatabaseRole {
  readonly pool: Pool;
  private readonly shares: ConnectionShares;
  /** Called with every statement before it is sent. */
  onStatement: ((text: string) => void) | undefined;

  constructor(url: string, options: pg.PoolConfig & { readonly max: number }) {
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: 'atende',
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 30_000,
      Client: PreparedClient,
      ...options,
    });
    this.shares = new ConnectionShares(options.max, connectMs);
    const logger = new Logger('Database');
    // without listeners a broken connection would end the process
    const broken = ({ message }: Error): void => logger.debug({ msg: 'a connection has broken', reason: message });
    this.pool.on('connect', (client) => client.on('error', broken)).on('error', broken);
  }

  /** Takes a connection; that of a company counts against its share. */
  async connect(companyId: number | undefined): Promise<PoolClient> {
    if (companyId === undefined) return this.pool.connect();
    await this.shares.take(companyId);
    try {
      return await this.pool.connect();
    } catch (error) {
      this.shares.give(companyId);
      throw error;
    }
  }

  /** @param broken closes the connection instead of returning it to the pool */
  release(client: PoolClient, companyId: number | undefined, broken = false): void {
    client.release(broken);
    if (companyId !== undefined) this.shares.give(companyId);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
