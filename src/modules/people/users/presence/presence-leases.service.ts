import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import {
  acquireLeases,
  type OnlineUser,
  onlineUsers,
  onlineUsersAmong,
  releaseLeases,
  removeExpiredLeases,
} from './presence-leases.queries.js';

/** The leases of all processes. A lock serialises the processes when they decide who came online or went offline. */
@Injectable()
export class PresenceLeasesService {
  constructor(private readonly db: Db) {}

  /** @returns the users who had no lease elsewhere */
  acquire(node: string, users: readonly OnlineUser[]): Promise<OnlineUser[]> {
    return this.withPresenceLock(() => this.db.rows(acquireLeases(node, users)));
  }

  /** @returns the users who have no lease elsewhere */
  release(node: string, users: readonly OnlineUser[]): Promise<OnlineUser[]> {
    return this.withPresenceLock(() => this.db.rows(releaseLeases(node, users)));
  }

  /** Removes expired leases in the current platform transaction. @returns the users who have no lease elsewhere */
  removeExpired(): Promise<OnlineUser[]> {
    return this.db.rows(removeExpiredLeases);
  }

  /** Which of these users of one company are online. */
  async onlineOf(companyId: number, userIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.db.rows(onlineUsersAmong(companyId, userIds));
    return new Set(rows.map(({ userId }) => userId));
  }

  /** The ids of active users of the company who are online, by name. */
  async online(companyId: number, limit: number): Promise<number[]> {
    return (await this.db.rows(onlineUsers(companyId, limit))).map(({ userId }) => userId);
  }

  /** Without the lock, two processes that release a user's last two leases would each still see the other's. */
  private withPresenceLock<T>(fn: () => Promise<T>): Promise<T> {
    return this.db.asPlatform(async () => {
      await this.db.lock('presence');
      return fn();
    });
  }
}
