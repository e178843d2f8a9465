import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';

export interface WaitingJobs {
  /** By kind, those that wait longest first. */
  readonly jobs: readonly {
    readonly name: string;
    readonly waiting: number;
    /** Of these: a runner has them. */
    readonly running: number;
    /** Of these: their time has not come. */
    readonly later: number;
    /** The oldest that could have run. */
    readonly dueSince: Date | null;
  }[];
  /** Lanes with more than one job in line, the longest first. */
  readonly lanes: readonly { readonly lane: string; readonly waiting: number; readonly dueSince: Date | null }[];
}

const bound = 100_000;

/** What waits in the outbox, so that one sees what piles up. */
@Injectable()
export class WaitingJobsService {
  constructor(private readonly db: Db) {}

  async read(): Promise<WaitingJobs> {
    return { jobs: await this.db.rows(jobsSql), lanes: await this.db.rows(lanesSql) };
  }
}

const waiting = sql`(select name, ordering_key, run_at, leased_until from outbox_jobs where failed_at is null order by external, run_at, id
   limit ${sql.lit(bound)}) o`;

const jobsSql = sql<WaitingJobs['jobs'][number]>`
  select name, count(*) as waiting, count(*) filter (where leased_until > now()) as running,
    count(*) filter (where run_at > now()) as later, min(run_at) filter (where run_at <= now()) as "dueSince"
  from ${waiting} group by name order by "dueSince" nulls last, name limit 50`;

/** The name of a lane may hold a customer's number: all but its end is hidden. */
const lanesSql = sql<WaitingJobs['lanes'][number]>`
  select regexp_replace(ordering_key, '\\d{5,}(?=\\d{4})', '…', 'g') as lane, count(*) as waiting,
    min(run_at) filter (where run_at <= now()) as "dueSince"
  from ${waiting} where ordering_key is not null group by o.ordering_key having count(*) > 1 order by waiting desc, lane limit 20`;
