import { type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../core/audit/audit.js';
import { EVENT_LISTENER } from '../../core/events/event.js';
import { t } from '../../core/i18n.js';
import { HandlerDiscovery } from '../../core/jobs/handler-discovery.js';
import { allJobs } from '../../core/jobs/job.js';
import { JOB_DISCARD } from '../../core/jobs/on-discard.js';
import { OutboxJob } from '../../core/jobs/outbox-job.entity.js';
import { Wake } from '../../core/jobs/wake.js';
import { scrubText } from '../../core/observability/scrub.js';
import { CrudKit, CrudService } from '../../core/resource/crud.service.js';
import './failed-jobs.audit.js';
import type { FailedJobInput } from './failed-jobs.dto.js';
import { failedJobs, jobNames } from './failed-jobs.resource.js';
import { redactPayload } from './redacted-payload.js';

const maxError = 500;

/** Jobs whose last try failed: a person looks at them and tries them again or gives them up. */
@Injectable()
export class FailedJobsService extends CrudService<OutboxJob, FailedJobInput> implements OnApplicationBootstrap {
  private readonly discards = new Map<string, (payload: object) => Promise<void>>();

  constructor(
    kit: CrudKit,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly audit: Audit,
    private readonly wake: Wake,
  ) {
    super(failedJobs, kit);
  }

  /** @throws when what happens at a discard is said of a job that does not exist, or twice. */
  onApplicationBootstrap(): void {
    const listeners = this.handlerDiscovery.find<unknown>(EVENT_LISTENER).map(({ name }) => `on:${name}`);
    const names = [...allJobs.keys(), ...listeners].toSorted();
    jobNames.splice(0, jobNames.length, ...names.map((name) => ({ value: name, label: t(name, name, name) })));
    for (const { metadata, name, call } of this.handlerDiscovery.find<{ jobName: string }>(JOB_DISCARD)) {
      const { jobName } = metadata;
      if (!names.includes(jobName)) throw new Error(`${name} is about a job that does not exist: ${jobName}`);
      if (this.discards.has(jobName)) throw new Error(`Two methods say what happens when ${jobName} is discarded`);
      this.discards.set(jobName, call as unknown as (payload: object) => Promise<void>);
    }
  }

  /** The runner takes it up at once, with all its tries before it. */
  async retry(id: number): Promise<void> {
    if (!(await this.withFailedJob(id, 'job.retried', (job) => this.requeue(job)))) throw failedJobs.notFound();
  }

  override async remove(id: number): Promise<void> {
    if (!(await this.withFailedJob(id, 'job.discarded', (job) => this.discard(job)))) throw failedJobs.notFound();
  }

  /** How many of them were still there to be tried again. */
  retryAll(ids: readonly number[]): Promise<number> {
    return this.countDone(ids, (id) => this.withFailedJob(id, 'job.retried', (job) => this.requeue(job)));
  }

  discardAll(ids: readonly number[]): Promise<number> {
    return this.countDone(ids, (id) => this.withFailedJob(id, 'job.discarded', (job) => this.discard(job)));
  }

  protected override where(): FilterQuery<OutboxJob> {
    return { failedAt: { $ne: null } };
  }

  protected override async present(rows: readonly OutboxJob[]): Promise<object[]> {
    const companyIds = [...new Set(rows.flatMap(({ companyId }) => companyId ?? []))];
    const companies = await this.deps.db.rows<{ id: number; name: string }>(
      sql`select id, name from companies where id = any(${companyIds}::bigint[])`,
    );
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

  /**
   * One job in a transaction of its company, so that what its module does and the audit entry are fenced as usual; false
   * when somebody else was quicker.
   */
  private async withFailedJob(id: number, action: string, act: (job: OutboxJob) => Promise<void>): Promise<boolean> {
    const { db } = this.deps;
    const found = await db.row<{ companyId: number | null }>(
      sql`select company_id as "companyId" from outbox_jobs where id = ${id} and failed_at is not null`,
    );
    if (!found) return false;
    const { companyId } = found;
    const work = async (): Promise<boolean> => {
      const job = await db.em.findOne(
        OutboxJob,
        { id, companyId, failedAt: { $ne: null } },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!job) return false;
      await act(job);
      this.audit.record(action, id, { job: job.name });
      return true;
    };
    return companyId === null ? db.asPlatform(work) : db.runAs(companyId, work);
  }

  private async requeue(job: OutboxJob): Promise<void> {
    Object.assign(job, { failedAt: null, attempts: 0, leasedUntil: null, runAt: new Date() });
    this.deps.context.unit?.afterCommit.push(() => this.wake.signal());
  }

  private async discard(job: OutboxJob): Promise<void> {
    await this.discards.get(job.name)?.(job.payload);
    this.em.remove(job);
  }

  /** One after the other: each is a transaction, and a request has only so many connections. */
  private async countDone(ids: readonly number[], decide: (id: number) => Promise<boolean>): Promise<number> {
    let done = 0;
    for (const id of ids) if (await decide(id)) done += 1;
    return done;
  }
}
