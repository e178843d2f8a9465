import { Injectable } from '@nestjs/common';
import { Context } from '../context/context.js';
import { Db } from '../database/db.js';
import type { JobType } from './job.js';
import { Wake } from './wake.js';

export interface JobSchedule {
  readonly runAt?: Date;
  readonly key?: string;
  readonly lane?: string;
}

/** Adds work to the outbox, in the current transaction. */
@Injectable()
export class Jobs {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly wake: Wake,
  ) {}

  /** Stores the job with the rows it belongs to: either both are there after the commit or neither. */
  async add<P extends object>(job: JobType<P>, payload: P, schedule: JobSchedule = {}): Promise<void> {
    await this.addNamed(job.jobName, payload, schedule);
  }

  /** The same by name, for listeners whose job is their own method. */
  async addNamed(name: string, payload: object, { runAt, key, lane }: JobSchedule = {}): Promise<void> {
    const unit = this.context.unit;
    await this.db.run(
      `insert into outbox_jobs (company_id, name, payload, key, lane, run_at) values (?, ?, ?, ?, ?, coalesce(?, now()))
       on conflict (key) do nothing`,
      [unit?.companyId ?? null, name, JSON.stringify(payload), key ?? null, lane ?? null, runAt?.toISOString() ?? null],
    );
    unit?.afterCommit.push(() => this.wake.signal());
  }
}
