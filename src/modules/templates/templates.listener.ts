import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import { OnEvent } from '../../core/events/event.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { TemplateStatusReported } from '../connections/connections.events.js';
import { SyncTemplates } from './sync-templates.job.js';

@Injectable()
export class TemplatesListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  /** Stores the new status; an approved or unknown template is read from the provider. */
  @OnEvent(TemplateStatusReported, { orderingKey: ({ connectionId }) => `templates:${connectionId}` })
  async reported({ connectionId, name, language, status, reason }: TemplateStatusReported): Promise<void> {
    const known = await this.db.run(sql`
      update message_templates set status = ${status}, reason = ${reason}, updated_at = now()
       where company_id = ${this.db.companyId} and connection_id = ${connectionId} and name = ${name}
         and language = ${language}`);
    if (known === 0 || status === 'APPROVED')
      await this.jobs.add(SyncTemplates, { connectionId }, { key: `templates:${connectionId}` });
  }
}
