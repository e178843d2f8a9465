import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../context/context.js';
import { Db } from '../database/db.js';
import { type JobType, outsideJobs } from './job.js';
import { Wake } from './wake.js';

export interface JobSchedule {
  readonly runAt?: Date;
  readonly key?: string;
  readonly lane?: string;
}

export interface NamedJob extends JobSchedule {
  readonly name: string;
  readonly payload: object;
  readonly lane?: string | undefined;
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
    await this.addAll([{ name: job.jobName, payload, ...schedule }]);
  }

  /** Several by name in one statement, for listeners whose jobs are their own methods; stored in the given order. */
  async addAll(jobs: readonly NamedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const unit = this.context.unit;
    await this.db.run(
      sql`insert into outbox_jobs (company_id, name, outside, payload, key, lane, run_at)
       select ${unit?.companyId ?? null}::bigint, j.name, j.outside, j.payload, j.key, j.lane, coalesce(j.run_at, now())
       from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ name }) => outsideJobs.has(name))}::boolean[],
         ${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[], ${jobs.map(({ key }) => key ?? null)}::text[],
         ${jobs.map(({ lane }) => lane ?? null)}::text[],
         ${jobs.map(({ runAt }) => runAt?.toISOString() ?? null)}::timestamptz[])
         with ordinality as j (name, outside, payload, key, lane, run_at, n) order by j.n
       on conflict (key) do nothing`,
    );
    if (unit && !unit.afterCommit.includes(this.signal)) unit.afterCommit.push(this.signal);
  }

  private readonly signal = (): void => this.wake.signal();
}
