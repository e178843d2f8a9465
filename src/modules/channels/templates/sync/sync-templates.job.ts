import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { OnEvent } from '../../../../core/events/event.js';
import { t } from '../../../../core/i18n.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { RemoteTemplate, RemoteTemplatePage } from '../../connections/channels/channel.js';
import { ChannelsService } from '../../connections/channels/channels.service.js';
import {
  ConnectionStatusChanged,
  TemplateCategoryReported,
  TemplateQualityReported,
  TemplateStatusReported,
} from '../../connections/connections.events.js';
import { ConnectionsService } from '../../connections/crud/connections.service.js';
import { ConnectionHealthService } from '../../connections/health/connection-health.service.js';
import {
  dailySyncs,
  markGone,
  storeTemplateCategory,
  storeTemplateQuality,
  storeTemplateStatus,
  storeTemplates,
} from './template-sync.queries.js';

export class SyncTemplates extends defineJob<{ connectionId: number }>('sync-templates') {}

/** A business account has at most 6,000 templates, which are 60 pages. */
const maxPages = 100;
const backoff = [10, 60, 600];
const daySeconds = 24 * 3600;

@Injectable()
export class SyncTemplatesHandler {
  private readonly logger = new Logger('Templates');

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
  ) {}

  /** Reads all pages, then stores them in one transaction; templates that are not listed are marked as gone. */
  @JobHandler(SyncTemplates, { transactional: false, backoff })
  async perform({ connectionId }: SyncTemplates['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const found: RemoteTemplate[] = [];
    try {
      const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
      const channel = this.channels.get(connection.channel);
      if (!channel.capabilities.templates || channel.missingForTemplates?.(connection)) return;
      let after: string | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const answer: RemoteTemplatePage | undefined = await channel.listTemplates?.(connection, after);
        found.push(...(answer?.templates ?? []));
        after = answer?.next ?? null;
        if (after === null) break;
      }
    } catch (error) {
      // a failed job would block later jobs with its key, so the last failure is only logged
      if (attempt <= backoff.length) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ msg: 'templates not synchronised', connectionId, reason });
      return;
    }
    await this.db.runAs(companyId, () => this.store(connectionId, found));
  }

  /**
   * Runs once a day; each connection is synchronised at a random time of the next hours to spread the load. The key
   * differs from that of a manager's request, which must not wait for the daily one.
   */
  @Every(daySeconds)
  async daily(): Promise<void> {
    await this.jobs.addSelected(SyncTemplates, dailySyncs(this.channels.withTemplates()), 'maintenance');
  }

  private async store(connectionId: number, found: readonly RemoteTemplate[]): Promise<void> {
    const { companyId } = this.db;
    const unique = new Map(found.map((template) => [`${template.name} ${template.language}`, template]));
    await this.db.run(storeTemplates(companyId, connectionId, [...unique.values()]));
    await this.db.run(markGone(companyId, connectionId));
  }
}

@Injectable()
export class TemplatesListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly connections: ConnectionsService,
    private readonly health: ConnectionHealthService,
  ) {}

  /** A connection that begins to work has its templates without anybody asking for them. */
  @OnEvent(ConnectionStatusChanged, {
    orderingKey: ({ connectionId }) => `templates:${connectionId}`,
    when: ({ status }) => status === 'CONNECTED',
  })
  async connected({ connectionId }: ConnectionStatusChanged): Promise<void> {
    if (await this.connections.exists(connectionId))
      await this.jobs.add(SyncTemplates, { connectionId }, { key: `templates:${connectionId}` });
  }

  /** Stores the new status; a template that is approved or unknown is read from the provider. */
  @OnEvent(TemplateStatusReported, { orderingKey: ({ connectionId }) => `templates:${connectionId}` })
  async reported(report: TemplateStatusReported): Promise<void> {
    const { connectionId, status } = report;
    const known = await this.db.run(storeTemplateStatus(this.db.companyId, report));
    if (known === 0 || status === 'APPROVED')
      await this.jobs.add(SyncTemplates, { connectionId }, { key: `templates:${connectionId}` });
  }

  /** Stores the new category; one that is only announced is shown to managers, as it changes the price. */
  @OnEvent(TemplateCategoryReported, { orderingKey: ({ connectionId }) => `templates:${connectionId}` })
  async categorised(report: TemplateCategoryReported): Promise<void> {
    const { connectionId, name, category, next } = report;
    await this.db.run(storeTemplateCategory(this.db.companyId, report));
    if (next === null || next === category) return;
    const text = t(
      `A Meta vai mudar a categoria do modelo ${name} de ${category} para ${next} em 24 horas.`,
      `Meta will change the category of the template ${name} from ${category} to ${next} within 24 hours.`,
      `Meta cambiará la categoría de la plantilla ${name} de ${category} a ${next} en 24 horas.`,
    );
    await this.health.warn({ id: connectionId, code: 'template_category_update', text });
  }

  @OnEvent(TemplateQualityReported, { orderingKey: ({ connectionId }) => `templates:${connectionId}` })
  async rated(report: TemplateQualityReported): Promise<void> {
    await this.db.run(storeTemplateQuality(this.db.companyId, report));
  }
}
