import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { Leases, LeaseTimings } from '../../src/core/jobs/leases.js';
import { ormConfig } from '../../src/mikro-orm.config.js';

/** A fifth of the real times, for shorter tests. */
export class ShortLeaseTimes extends LeaseTimings {
  override readonly ttlMs = 2_000;
  override readonly renewMs = 600;
  override readonly pollMs = 100;
}

export interface LeaseHolder {
  readonly leases: Leases;
  /** Stops as a process does on SIGTERM. */
  stop(): Promise<void>;
}

/** An owner of leases with its own connections. */
export async function leaseHolder(platformUrl: string): Promise<LeaseHolder> {
  Logger.overrideLogger(false);
  const orm = await MikroORM.init(ormConfig(platformUrl, { min: 0, max: 2 }, () => undefined));
  const leases = new Leases(new Db(orm, orm, new Context()), new ShortLeaseTimes());
  return {
    leases,
    stop: async () => {
      leases.onModuleDestroy();
      await leases.beforeApplicationShutdown();
      await orm.close(true);
    },
  };
}
