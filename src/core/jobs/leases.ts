import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Db } from '../database/db.js';
import { HeldLease } from './held-lease.js';
import { freeLeases, type LeaseRow, type LeaseRows, releaseLeases, renewLeases, takeLeases } from './leases.queries.js';

/** Tests replace these times with shorter ones. */
@Injectable()
export class LeaseTimings {
  /** After this time without a renewal the owner has lost the lease. */
  readonly ttlMs: number = 10_000;
  readonly renewMs: number = 3_000;
  /** How often other processes check whether a lease is free. */
  readonly pollMs: number = 1_000;
}

/**
 * Makes sure that only one process owns a named lease. The database's time decides when a lease ends; a process only
 * measures how long ago it was confirmed. One statement renews all leases of a process.
 */
@Injectable()
export class Leases implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Leases');
  private readonly owner = randomUUID();
  private readonly node = `${hostname()}:${process.pid}`.slice(0, 120);
  private readonly wanted = new Map<string, (lease: HeldLease) => void>();
  private readonly held = new Map<string, HeldLease>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private renewed = 0;
  private stopping = false;

  constructor(
    private readonly db: Db,
    private readonly times: LeaseTimings,
  ) {}

  /**
   * Tries to acquire a lease until the returned function is called, which releases it. `gained` is called at each
   * acquisition, also after a loss, with a lease whose signal fires when it ends.
   */
  hold(name: string, gained: (lease: HeldLease) => void): () => Promise<void> {
    if (this.wanted.has(name)) throw new Error(`The lease ${name} is wanted twice in one process`);
    this.wanted.set(name, gained);
    this.timer ??= setInterval(() => this.poll(), this.times.pollMs);
    this.poll();
    return async () => {
      this.wanted.delete(name);
      await this.polling;
      await this.release([name]);
    };
  }

  /** Those of these names whose lease no process owns. */
  async free(names: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.query(freeLeases(names));
    return new Set(rows.map(({ name }) => name));
  }

  /** While jobs and sessions end, leases are kept, but no further ones are acquired. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.polling;
    await this.release([...this.held.keys()]);
  }

  private poll(): void {
    this.polling ??= this.renewAndTake()
      .catch((error: unknown) => this.logger.warn({ msg: 'leases not renewed', reason: String(error) }))
      .finally(() => {
        this.polling = undefined;
      });
  }

  private async renewAndTake(): Promise<void> {
    if (this.held.size > 0 && performance.now() - this.renewed >= this.times.renewMs) await this.renew();
    const missing = this.stopping ? [] : [...this.wanted.keys()].filter((name) => !this.held.has(name));
    if (missing.length > 0) await this.take(missing);
  }

  private async renew(): Promise<void> {
    const requested = new Map(this.held);
    const since = performance.now();
    const names = [...requested.keys()];
    const rows = await this.query(renewLeases(names, this.owner, this.times.ttlMs));
    this.renewed = since;
    const tokens = new Map(rows.map(({ name, token }) => [name, token]));
    for (const [name, lease] of requested) {
      if (tokens.get(name) === lease.token) lease.extend(since);
      else lease.end('another process has it');
    }
  }

  private async take(names: readonly string[]): Promise<void> {
    const since = performance.now();
    const rows = await this.query(takeLeases(names, { owner: this.owner, node: this.node, ttlMs: this.times.ttlMs }));
    for (const { name, token } of rows) {
      const gained = this.wanted.get(name);
      // the lease was released in the meantime, and the following release finds its row
      if (!gained) continue;
      const lease = new HeldLease(name, token, this.times.ttlMs, since, (ended) => this.forget(ended));
      this.held.set(name, lease);
      if (!lease.valid()) continue;
      this.logger.log({ msg: 'lease gained', lease: name, token });
      gained(lease);
    }
  }

  private forget(lease: HeldLease): void {
    this.held.delete(lease.name);
    this.logger.log({ msg: 'lease over', lease: lease.name, token: lease.token });
  }

  /** Ends the work of this process first, before another process may begin. */
  private async release(names: readonly string[]): Promise<void> {
    for (const name of names) this.held.get(name)?.end('given back');
    if (names.length === 0) return;
    await this.query(releaseLeases(names, this.owner)).catch((error: unknown) =>
      this.logger.warn({ msg: 'leases not given back, they will run out', reason: String(error) }),
    );
  }

  /** A connection without answers must not delay the next try. */
  private async query(statement: LeaseRows): Promise<readonly LeaseRow[]> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error('No answer from the database')), this.times.renewMs);
    });
    try {
      return (await Promise.race([this.db.platformRow(statement), silence]))?.rows ?? [];
    } finally {
      clearTimeout(timer);
    }
  }
}
