import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { externalJobs, type JobType } from './job.js';
import { Wake } from './wake.js';

export interface AddJobOptions {
  readonly runAt?: Date;
  readonly key?: string;
  readonly orderingKey?: string;
}

export interface JobToAdd extends AddJobOptions {
  readonly name: string;
  readonly payload: object;
  readonly orderingKey?: string | undefined;
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
  async add<P extends object>(job: JobType<P>, payload: P, schedule: AddJobOptions = {}): Promise<void> {
    await this.addAll([{ name: job.jobName, payload, ...schedule }]);
  }

  /** Several by name in one statement, for listeners whose jobs are their own methods; stored in the given order. */
  async addAll(jobs: readonly JobToAdd[]): Promise<void> {
    if (jobs.length === 0) return;
    const unit = this.context.unit;
    await this.db.run(
      sql`insert into outbox_jobs (company_id, name, external, payload, key, ordering_key, run_at)
       select ${unit?.companyId ?? null}::bigint, j.name, j.external, j.payload, j.key, j.ordering_key, coalesce(j.run_at, now())
       from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ name }) => externalJobs.has(name))}::boolean[],
         ${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[], ${jobs.map(({ key }) => key ?? null)}::text[],
         ${jobs.map(({ orderingKey }) => orderingKey ?? null)}::text[],
         ${jobs.map(({ runAt }) => runAt?.toISOString() ?? null)}::timestamptz[])
         with ordinality as j (name, external, payload, key, ordering_key, run_at, n) order by j.n
       on conflict (key) do nothing`,
    );
    if (unit && !unit.afterCommit.includes(this.signal)) unit.afterCommit.push(this.signal);
  }

  private readonly signal = (): void => this.wake.signal();
}
