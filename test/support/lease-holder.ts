import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Context } from '../../src/core/context.js';
import { DatabaseRole } from '../../src/core/database/database-role.js';
import { Db } from '../../src/core/database/db.js';
import { Leases, LeaseTimings } from '../../src/core/jobs/leases.js';
import { appConfig } from '../../src/mikro-orm.config.js';

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
  const role = new DatabaseRole(platformUrl, { max: 2 });
  const db = new Db(await MikroORM.init(appConfig()), role, role, new Context());
  const leases = new Leases(db, new ShortLeaseTimes());
  return {
    leases,
    stop: async () => {
      leases.onModuleDestroy();
      await leases.beforeApplicationShutdown();
      await role.close();
    },
  };
}
