import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Actor, Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Every } from '../../../../core/jobs/cron.js';
import { Bus } from '../../../../core/realtime/bus.js';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { UserPresenceChanged } from '../users.events.js';
import type { OnlineUser } from './presence-leases.queries.js';
import { PresenceLeasesService } from './presence-leases.service.js';

const flushMs = 250;
const renewMs = 12_000;
/** A page that reloads is without a socket for a moment. */
const graceMs = 2000;
/** Presence messages per flush: a thousand users who come online at once must not delay conversations. */
const messagesAtOnce = 1000;
/** Assumed if this process does not know how many sockets other processes have. */
const usualAudience = 25;

/** A user is online with at least one socket in any process (behaviour.md §3). Written in batches, not per socket. */
@Injectable()
export class PresenceService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Presence');
  /** Users with a socket in this process. */
  private readonly online = new Map<string, OnlineUser & { readonly sockets: number }>();
  /** Users whose lease has to be written, with the earliest time. */
  private readonly pending = new Map<string, OnlineUser & { readonly at: number }>();
  /** Users whose change has to be broadcast, by company. */
  private readonly changed = new Map<number, Set<number>>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private renewedAt = Date.now();

  constructor(
    private readonly leases: PresenceLeasesService,
    private readonly gateway: Gateway,
    private readonly bus: Bus,
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  onApplicationBootstrap(): void {
    this.gateway.onSocketChange((actor, change) => this.countSocket(actor, change === 'opened' ? 1 : -1));
    this.gateway.onClientEvent('userStatus', (actor) => {
      if (this.online.has(keyOf(actor))) this.markPending(actor, 0);
    });
    this.timer = setInterval(() => {
      this.flushing ??= this.context
        .run({}, () => this.flush())
        .catch((error: unknown) => this.logger.warn({ msg: 'presence not written', reason: String(error) }))
        .finally(() => {
          this.flushing = undefined;
        });
    }, flushMs);
  }

  /** Leases are not released: after a restart users are back before they expire, and screens do not flicker. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flushing;
  }

  /** Users of a process that died go offline when their lease expires. */
  @Every(10)
  async sweep(): Promise<void> {
    this.markChanged(await this.leases.removeExpired());
  }

  private countSocket(actor: Actor, change: 1 | -1): void {
    // in a support session the user themselves is not online
    if (actor.support) return;
    const { companyId, userId } = actor;
    const sockets = (this.online.get(keyOf(actor))?.sockets ?? 0) + change;
    if (sockets < 0) return;
    if (sockets > 0) this.online.set(keyOf(actor), { companyId, userId, sockets });
    else this.online.delete(keyOf(actor));
    if (sockets === 0) this.markPending(actor, graceMs);
    else if (sockets === 1 && change === 1) this.markPending(actor, 0);
  }

  private markPending({ companyId, userId }: OnlineUser, delayMs: number): void {
    this.pending.set(keyOf({ companyId, userId }), { companyId, userId, at: Date.now() + delayMs });
  }

  private async flush(): Promise<void> {
    const now = Date.now();
    const ripe = [...this.pending].filter(([, { at }]) => at <= now);
    const arrived = ripe.flatMap(([, user]) => (this.online.has(keyOf(user)) ? [user] : []));
    const left = ripe.flatMap(([, user]) => (this.online.has(keyOf(user)) ? [] : [user]));
    if (arrived.length > 0) this.markChanged(await this.leases.acquire(this.bus.node, arrived));
    if (left.length > 0) this.markChanged(await this.leases.release(this.bus.node, left));
    for (const [key, user] of ripe) if (this.pending.get(key) === user) this.pending.delete(key);
    if (now - this.renewedAt >= renewMs) await this.renew(now);
    await this.emitChanges();
  }

  private async renew(now: number): Promise<void> {
    const users = [...this.online.values()];
    if (users.length > 0) this.markChanged(await this.leases.acquire(this.bus.node, users));
    this.renewedAt = now;
  }

  private markChanged(users: readonly OnlineUser[]): void {
    for (const { companyId, userId } of users) {
      const changed = this.changed.get(companyId) ?? new Set();
      this.changed.set(companyId, changed.add(userId));
    }
  }

  private async emitChanges(): Promise<void> {
    let messages = messagesAtOnce;
    for (const [companyId, waiting] of [...this.changed]) {
      if (messages <= 0) return;
      const audience = Math.max(this.gateway.countSockets(companyId), usualAudience);
      const userIds = [...waiting].slice(0, Math.max(1, Math.floor(messages / audience)));
      messages -= userIds.length * audience;
      await this.db.runAs(companyId, async () => this.events.emit(new UserPresenceChanged({ companyId, userIds })));
      for (const userId of userIds) waiting.delete(userId);
      // users beyond the limit wait behind those of other companies
      this.changed.delete(companyId);
      if (waiting.size > 0) this.changed.set(companyId, waiting);
    }
  }
}

const keyOf = ({ companyId, userId }: OnlineUser): string => `${companyId}:${userId}`;
