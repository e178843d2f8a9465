import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../../core/database/db.js';
import { Events } from '../../../../../core/events/events.js';
import { NumberReported, TemplateQualityReported, TemplateStatusReported } from '../../connections.events.js';
import type { WebhookReceiver } from '../graph/graph-webhook.controller.js';
import { GraphWebhooksService, type SignedBody, type SignedWebhook } from '../graph/graph-webhooks.service.js';
import { WebhookConnectionsService } from '../webhook-connections.service.js';
import { failureOf } from './errors.js';
import { type NumberReport, parseWebhook } from './parse.js';
import type { TemplateUpdate } from './parse-template.js';

/** Webhooks of the Cloud API are verified, stored and answered; their events are handled afterwards. */
@Injectable()
export class CloudApiWebhookService implements WebhookReceiver {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly db: Db,
    private readonly webhooks: GraphWebhooksService,
    private readonly connections: WebhookConnectionsService,
    private readonly events: Events,
  ) {}

  verify(connectionId: number, query: Readonly<Record<string, unknown>>): Promise<string> {
    return this.webhooks.verify('cloudapi', connectionId, query);
  }

  /** @throws 403 when the signature is not valid */
  async receive(connectionId: number, signed: SignedBody, body: unknown): Promise<void> {
    const webhook = await this.webhooks.authenticate('cloudapi', connectionId, signed);
    const { entries, templates, numbers: reports, ignored } = parseWebhook(body);
    if (templates.length > 0) await this.emitTemplateUpdates(webhook, templates);
    if (reports.length > 0) await this.emitNumberReports(webhook, reports);
    const byAccount = entries.map(({ phoneNumberId: accountId, ...entry }) => ({ accountId, ...entry }));
    const dropped = ignored + (await this.webhooks.store(webhook, byAccount, failureOf));
    if (dropped > 0) this.logger.warn({ msg: 'webhook parts dropped', connectionId, dropped });
  }

  /** Each number of a business account has a copy of the account's templates. */
  private async emitTemplateUpdates(
    { addressed: { companyId }, isSignedBy }: SignedWebhook,
    updates: readonly TemplateUpdate[],
  ): Promise<void> {
    const accounts = updates.map(({ businessAccountId }) => businessAccountId);
    await this.db.runAs(companyId, async () => {
      const numbers = await this.connections.find(companyId, 'cloudapi', 'facebook_page_user_id', accounts);
      for (const { id, facebookPageUserId } of numbers.filter(isSignedBy)) {
        for (const { businessAccountId, name, language, report } of updates) {
          if (businessAccountId !== facebookPageUserId) continue;
          if ('quality' in report)
            this.events.emit(
              new TemplateQualityReported({ connectionId: id, name, language, quality: report.quality }),
            );
          else
            this.events.emit(
              new TemplateStatusReported({
                connectionId: id,
                name,
                language,
                status: report.status,
                reason: report.reason,
              }),
            );
        }
      }
    });
  }

  private async emitNumberReports(
    { addressed: { companyId }, isSignedBy }: SignedWebhook,
    reports: readonly NumberReport[],
  ): Promise<void> {
    const accounts = reports.map(({ businessAccountId }) => businessAccountId);
    await this.db.runAs(companyId, async () => {
      const numbers = await this.connections.find(companyId, 'cloudapi', 'facebook_page_user_id', accounts);
      for (const { id, number, facebookPageUserId } of numbers.filter(isSignedBy))
        if (reports.some((report) => report.number === number && report.businessAccountId === facebookPageUserId))
          this.events.emit(new NumberReported({ connectionId: id }));
    });
  }
}
