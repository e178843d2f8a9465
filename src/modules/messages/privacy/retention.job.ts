import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import { Every } from '../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { Settings } from '../../settings/settings.service.js';
import { TicketPreview } from '../../tickets/ticket-preview.service.js';
import { MessageLog } from '../message-log.service.js';
import { MessageContents } from './message-contents.js';
import { companiesWithRetention } from './message-privacy.queries.js';

/** Erases texts and files that are older than the company keeps them. */
export class ApplyRetention extends defineJob<object>('apply-retention', { priority: 'maintenance' }) {}

/** In the company's time zone: outside of working hours. */
const runHour = 3;
const ticketBatch = 50;
const messageBatch = 1000;

/** Erases messages of closed tickets after the setting `retentionMonths` (0: never). */
@Injectable()
export class Retention {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly contents: MessageContents,
    private readonly log: MessageLog,
    private readonly preview: TicketPreview,
  ) {}

  @Every(3600)
  async nightly(): Promise<void> {
    for (const { id } of await this.db.rows(companiesWithRetention(runHour)))
      await this.db.runAs(id, () => this.jobs.add(ApplyRetention, {}, { key: `retention:${id}` }));
  }

  /** In small transactions, so that a job that is interrupted resumes where it stopped. */
  @JobHandler(ApplyRetention, { transactional: false })
  async perform(_payload: object, { companyId = 0 }: JobRun): Promise<void> {
    while (await this.db.runAs(companyId, () => this.eraseBatch()));
  }

  /** false when nothing is left. */
  private async eraseBatch(): Promise<boolean> {
    const months = Number(await this.settings.get('retentionMonths'));
    if (months === 0) return false;
    const ids = await this.preview.lockPurgeable(months, ticketBatch);
    if (ids.length === 0) return false;
    const erased = await this.contents.erase(
      sql`m.ticket_id = any(${ids}::bigint[]) and m.created_at < now() - make_interval(months => ${months})`,
      messageBatch,
    );
    await this.log.refreshPreview(ids);
    // after a full batch the same tickets may have more
    if (erased < messageBatch) await this.preview.setPurged(ids, months);
    return true;
  }
}
