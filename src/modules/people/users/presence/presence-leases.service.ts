import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import {
  acquireLeases,
  type OnlineUser,
  onlineUsersAmong,
  releaseLeases,
  removeExpiredLeases,
} from './presence-leases.queries.js';

/** The leases of all processes. Who came or went for everybody is decided one process after the other. */
@Injectable()
export class PresenceLeasesService {
  constructor(private readonly db: Db) {}

  /** @returns those who were nowhere else. */
  acquire(node: string, users: readonly OnlineUser[]): Promise<OnlineUser[]> {
    return this.withPresenceLock(() => this.db.rows(acquireLeases(node, users)));
  }

  /** @returns those who are nowhere else. */
  release(node: string, users: readonly OnlineUser[]): Promise<OnlineUser[]> {
    return this.withPresenceLock(() => this.db.rows(releaseLeases(node, users)));
  }

  /** Removes leases that ran out, in the current unit of the platform. @returns those who are nowhere else. */
  removeExpired(): Promise<OnlineUser[]> {
    return this.db.rows(removeExpiredLeases);
  }

  /** Which of these users of one company are online. */
  async onlineOf(companyId: number, userIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.db.rows(onlineUsersAmong(companyId, userIds));
    return new Set(rows.map(({ userId }) => userId));
  }

  /** Two processes that both lose the last but one socket of a user would each leave it to the other to say so. */
  private withPresenceLock<T>(fn: () => Promise<T>): Promise<T> {
    return this.db.asPlatform(async () => {
      await this.db.lock('presence');
      return fn();
    });
  }
}
