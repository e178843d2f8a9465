import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { t } from '../../../../core/i18n.js';
import { FailedJobs } from '../../../../core/jobs/failed-jobs.js';
import type { OutboxJob } from '../../../../core/jobs/outbox-job.entity.js';
import { scrubText } from '../../../../core/observability/scrub.js';
import { CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { companyNames } from '../../../platform/companies/registration/companies.queries.js';
import { type FailedJobInput, failedJobs, jobNames } from '../failed-jobs.resource.js';

const maxError = 500;

/** A job that failed after all retries, which a super-admin retries or discards. */
type JobColumns = Pick<
  Stored<OutboxJob>,
  'id' | 'name' | 'companyId' | 'attempts' | 'lastError' | 'failedAt' | 'createdAt'
>;

export interface FailedJobRecord extends JobColumns {
  readonly company: { readonly id: number; readonly name: string } | null;
  /** Personal and secret values are removed. */
  readonly payload: string;
}

@Injectable()
export class FailedJobsService
  extends CrudService<OutboxJob, FailedJobInput, FailedJobRecord>
  implements OnApplicationBootstrap
{
  constructor(
    deps: CrudDependencies,
    private readonly outbox: FailedJobs,
    private readonly audit: Audit,
  ) {
    super(failedJobs, deps);
  }

  onApplicationBootstrap(): void {
    jobNames.splice(
      0,
      jobNames.length,
      ...this.outbox.names.map((name) => ({ value: name, label: t(name, name, name) })),
    );
  }

  async retry(id: number): Promise<void> {
    if (!(await this.retryOne(id))) throw failedJobs.notFound();
  }

  override async remove(id: number): Promise<void> {
    if (!(await this.discardOne(id))) throw failedJobs.notFound();
  }

  /** Returns how many of the jobs still existed and are retried. */
  retryAll(ids: readonly number[]): Promise<number> {
    return this.countDone(ids, (id) => this.retryOne(id));
  }

  discardAll(ids: readonly number[]): Promise<number> {
    return this.countDone(ids, (id) => this.discardOne(id));
  }

  protected override where(): FilterQuery<OutboxJob> {
    return { failedAt: { $ne: null } };
  }

  protected override async present(rows: readonly Stored<OutboxJob>[]): Promise<FailedJobRecord[]> {
    const companyIds = [...new Set(rows.flatMap(({ companyId }) => companyId ?? []))];
    const companies = await this.deps.db.rows(companyNames(companyIds));
    return rows.map(({ id, name, companyId, attempts, lastError, failedAt, payload, createdAt }) => ({
      id,
      name,
      companyId,
      company: companies.find((company) => company.id === companyId) ?? null,
      attempts,
      lastError: lastError === null ? null : scrubText(lastError).slice(0, maxError),
      failedAt,
      payload: redactPayload(payload),
      createdAt,
    }));
  }

  private retryOne(id: number): Promise<boolean> {
    return this.outbox.retry(id, ({ name }) => this.audit.record('job.retried', id, { job: name }));
  }

  private discardOne(id: number): Promise<boolean> {
    return this.outbox.discard(id, ({ name }) => this.audit.record('job.discarded', id, { job: name }));
  }

  /** Runs one after the other, because each is a transaction and a request has few connections. */
  private async countDone(ids: readonly number[], decide: (id: number) => Promise<boolean>): Promise<number> {
    let done = 0;
    for (const id of ids) if (await decide(id)) done += 1;
    return done;
  }
}

const maxShown = 300;

/**
 * The part of a payload that may be shown: numbers and booleans, mostly ids. All texts stay hidden, because they may
 * be a contact's message, a phone number or an encrypted secret.
 */
export function redactPayload(payload: object): string {
  return entries(payload).join(' · ').slice(0, maxShown);
}

function entries(payload: object, prefix = ''): string[] {
  return Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [`${prefix}${name} [${value.length}]`];
    if (typeof value === 'object' && value !== null) return prefix === '' ? entries(value, `${name}.`) : [];
    return [`${prefix}${name} ${typeof value === 'number' || typeof value === 'boolean' ? value : '…'}`];
  });
}
