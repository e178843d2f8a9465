import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { OnEvent } from '../../../../core/events/event.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { RemoteTemplate, RemoteTemplatePage } from '../../connections/channels/channel.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { TemplateQualityReported, TemplateStatusReported } from '../../connections/connections.events.js';
import { ConnectionsService } from '../../connections/crud/connections.service.js';
import { dailySyncs } from '../crud/templates.queries.js';

export class SyncTemplates extends defineJob<{ connectionId: number }>('sync-templates') {}

/** A business account has at most 6,000 templates, 60 pages. */
const maxPages = 100;
const backoff = [10, 60, 600];
const daySeconds = 24 * 3600;

@Injectable()
export class SyncTemplatesHandler {
  private readonly logger = new Logger('Templates');

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
  ) {}

  /** Reads every page, then stores them in one transaction: templates that are not among them are gone. */
  @JobHandler(SyncTemplates, { transactional: false, backoff })
  async perform({ connectionId }: SyncTemplates['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const found: RemoteTemplate[] = [];
    try {
      const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
      const channel = this.channels.get(connection.channel);
      if (channel.missingForTemplates?.(connection)) return;
      let after: string | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const answer: RemoteTemplatePage | undefined = await channel.listTemplates?.(connection, after);
        found.push(...(answer?.templates ?? []));
        after = answer?.next ?? null;
        if (after === null) break;
      }
    } catch (error) {
      // a failed job would block later ones by its key, so the last failure is only logged
      if (attempt <= backoff.length) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ msg: 'templates not synchronised', connectionId, reason });
      return;
    }
    await this.db.runAs(companyId, () => this.store(connectionId, found));
  }

  /**
   * Once a day, each connection at a random time of the next hours, which spreads the load. The key differs from that of a
   * manager's request, which must not wait for the daily one.
   */
  @Every(daySeconds)
  async daily(): Promise<void> {
    await this.jobs.addSelected(SyncTemplates, dailySyncs(this.channels.withTemplates()), 'maintenance');
  }

  private async store(connectionId: number, found: readonly RemoteTemplate[]): Promise<void> {
    const { companyId } = this.db;
    const unique = new Map(found.map((template) => [`${template.name} ${template.language}`, template]));
    await this.db.run(sql`
      insert into message_templates (company_id, connection_id, name, language, category, status, reason, quality,
       parameter_format, components, provider_id, synced_at, gone_at)
       select ${companyId}, ${connectionId}, x.name, x.language, x.category, x.status, x.reason, x.quality, x.format, x.components,
         x."providerId", date_trunc('milliseconds', now()), null
       from jsonb_to_recordset(${JSON.stringify([...unique.values()])}::jsonb) x(name text, language text,
         category text, status text, reason text, quality text, format text, components jsonb, "providerId" text)
       on conflict (connection_id, name, language) do update
         set category = excluded.category, status = excluded.status, reason = excluded.reason,
         quality = excluded.quality,
         parameter_format = excluded.parameter_format, components = excluded.components,
           provider_id = excluded.provider_id,
         synced_at = excluded.synced_at, gone_at = null, updated_at = now()`);
    await this.db.run(sql`update message_templates set gone_at = now(), updated_at = now()
       where company_id = ${companyId} and connection_id = ${connectionId} and gone_at is null
         and synced_at < date_trunc('milliseconds', now())`);
  }
}

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

  @OnEvent(TemplateQualityReported, { orderingKey: ({ connectionId }) => `templates:${connectionId}` })
  async rated({ connectionId, name, language, quality }: TemplateQualityReported): Promise<void> {
    await this.db.run(sql`
      update message_templates set quality = ${quality}, updated_at = now()
       where company_id = ${this.db.companyId} and connection_id = ${connectionId} and name = ${name}
         and language = ${language}`);
  }
}
