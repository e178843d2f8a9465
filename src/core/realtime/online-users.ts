import { Injectable } from '@nestjs/common';
import type { Actor } from '../context.js';

export interface OnlineUser {
  readonly companyId: number;
  readonly userId: number;
}

type Change = 'arrived' | 'seen' | 'left';

/** The users with a socket in this process; a module stores the presence of the platform. */
@Injectable()
export class OnlineUsers {
  private readonly users = new Map<string, OnlineUser & { sockets: number }>();
  private listener: (user: OnlineUser, change: Change) => void = () => undefined;

  /** First socket of a user, activity, last socket closed. */
  onChange(listener: (user: OnlineUser, change: Change) => void): void {
    this.listener = listener;
  }

  all(): OnlineUser[] {
    return [...this.users.values()];
  }

  has(user: OnlineUser): boolean {
    return this.users.has(keyOf(user));
  }

  addSocket({ companyId, userId }: Actor): void {
    const key = keyOf({ companyId, userId });
    const sockets = (this.users.get(key)?.sockets ?? 0) + 1;
    this.users.set(key, { companyId, userId, sockets });
    if (sockets === 1) this.listener({ companyId, userId }, 'arrived');
  }

  touch({ companyId, userId }: Actor): void {
    if (this.has({ companyId, userId })) this.listener({ companyId, userId }, 'seen');
  }

  removeSocket({ companyId, userId }: Actor): void {
    const user = this.users.get(keyOf({ companyId, userId }));
    if (!user) return;
    user.sockets -= 1;
    if (user.sockets > 0) return;
    this.users.delete(keyOf(user));
    this.listener({ companyId, userId }, 'left');
  }
}

const keyOf = ({ companyId, userId }: OnlineUser): string => `${companyId}:${userId}`;
