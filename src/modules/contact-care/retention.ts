import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import type { Condition } from '../../core/database/statements.js';
import { Every } from '../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../core/jobs/job.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { MessageLog } from '../messages/message-log.service.js';
import { Settings } from '../settings/settings.service.js';
import { MessageContents } from './message-contents.js';

/** Removes texts and files that a company keeps no longer. */
export class ApplyRetention extends defineJob<object>('apply-retention') {}

const hour = 3600;
/** Of the company's own clock: when few work. */
const atHour = 3;
const conversations = 50;
const messages = 1000;

/** A conversation that is never quite past the limit is looked at once a night. */
const due = (companyId: number, months: number): Condition =>
  sql`company_id = ${companyId} and status = 'closed' and created_at < now() - make_interval(months => ${months})
  and (purged_until is null or purged_until < updated_at)
  and (purged_until is null or purged_until < now() - make_interval(months => ${months}) - interval '12 hours')`;

/** How long a company keeps what was said in conversations that are over (setting `retentionMonths`, 0 for ever). */
@Injectable()
export class Retention {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly contents: MessageContents,
    private readonly log: MessageLog,
  ) {}

  /** Every company that has a limit, in its night. */
  @Every(hour)
  async nightly(): Promise<void> {
    const companies = await this.db.rows<{ id: number }>(
      sql`select c.id from settings s join companies c on c.id = s.company_id
       where s.key = 'retentionMonths' and s.value <> '0'
         and extract(hour from now() at time zone c.timezone) = ${atHour}`,
    );
    for (const { id } of companies)
      await this.db.runAs(id, () => this.jobs.add(ApplyRetention, {}, { key: `retention:${id}` }));
  }

  /** In small transactions, until nothing is left: whoever is interrupted goes on where it stopped. */
  @JobHandler(ApplyRetention, { transactional: false })
  async perform(_payload: object, { companyId = 0 }: JobRun): Promise<void> {
    while (await this.db.runAs(companyId, () => this.eraseBatch()));
  }

  /** false when there is nothing more to remove. */
  private async eraseBatch(): Promise<boolean> {
    const { companyId } = this.context;
    const months = Number(await this.settings.get('retentionMonths'));
    if (months === 0) return false;
    const rows = await this.db.rows<{ id: number }>(
      sql`select id from tickets where ${due(companyId, months)} order by created_at limit ${sql.lit(conversations)}
       for update skip locked`,
    );
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => id);
    const removed = await this.contents.erase(
      sql`m.ticket_id = any(${ids}::bigint[]) and m.created_at < now() - make_interval(months => ${months})`,
      messages,
    );
    await this.log.refreshPreview(ids);
    // a full hand: the same conversations may have more
    if (removed === messages) return true;
    await this.db.run(
      sql`update tickets set purged_until = now() - make_interval(months => ${months}) where company_id = ${companyId}
       and id = any(${ids}::bigint[])`,
    );
    return true;
  }
}
