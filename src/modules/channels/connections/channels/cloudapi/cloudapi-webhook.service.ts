import { Injectable } from '@nestjs/common';
import { Db } from '../../../../../core/database/db.js';
import { Events } from '../../../../../core/events/events.js';
import {
  AccountReported,
  NumberReported,
  TemplateCategoryReported,
  TemplateQualityReported,
  TemplateStatusReported,
} from '../../connections.events.js';
import { PhoneHistoryService } from '../../inbox/phone-history.service.js';
import type { WebhookReceiver } from '../graph/graph-webhook.controller.js';
import { GraphWebhooksService, type SignedBody, type SignedWebhook } from '../graph/graph-webhooks.service.js';
import { WebhookConnectionsService } from '../webhook-connections.service.js';
import { failureOf } from './errors.js';
import { parseWebhook } from './parse.js';
import type { AccountReport } from './parse-account.js';
import type { HistoryPart } from './parse-history.js';
import type { TemplateUpdate } from './parse-template.js';

/** Webhooks of the Cloud API are verified, stored and answered; their events are handled afterwards. */
@Injectable()
export class CloudApiWebhookService implements WebhookReceiver {
  constructor(
    private readonly db: Db,
    private readonly webhooks: GraphWebhooksService,
    private readonly connections: WebhookConnectionsService,
    private readonly events: Events,
    private readonly history: PhoneHistoryService,
  ) {}

  verify(connectionId: number, query: Readonly<Record<string, unknown>>): Promise<string> {
    return this.webhooks.verify('cloudapi', connectionId, query);
  }

  /** @throws 403 when the signature is not valid */
  async receive(connectionId: number, signed: SignedBody, body: unknown): Promise<void> {
    const webhook = await this.webhooks.authenticate('cloudapi', connectionId, signed);
    const { entries, templates, reports, history, ignored } = parseWebhook(body);
    if (templates.length > 0) await this.emitTemplateUpdates(webhook, templates);
    if (reports.length > 0) await this.emitAccountReports(webhook, reports);
    for (const { phoneNumberId, ignored: _, ...part } of history) await this.storeHistory(webhook, phoneNumberId, part);
    const byAccount = entries.map(({ phoneNumberId: accountId, ...entry }) => ({ accountId, ...entry }));
    const dropped = ignored + (await this.webhooks.store(webhook, byAccount, failureOf));
    this.webhooks.reportDropped('cloudapi', connectionId, dropped);
  }

  private async storeHistory(
    { addressed, isSignedBy }: SignedWebhook,
    phoneNumberId: string,
    part: Omit<HistoryPart, 'phoneNumberId' | 'ignored'>,
  ): Promise<void> {
    const { companyId, facebookUserId } = addressed;
    await this.db.runAs(companyId, async () => {
      const found =
        facebookUserId === phoneNumberId
          ? [addressed]
          : await this.connections.find(companyId, 'cloudapi', 'facebook_user_id', [phoneNumberId]);
      for (const { id } of found.filter(isSignedBy)) await this.history.receive(id, part);
    });
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
          if ('category' in report)
            this.events.emit(new TemplateCategoryReported({ connectionId: id, name, language, ...report }));
          else if ('quality' in report)
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

  private async emitAccountReports(
    { addressed: { companyId }, isSignedBy }: SignedWebhook,
    reports: readonly AccountReport[],
  ): Promise<void> {
    const accounts = reports.map(({ businessAccountId }) => businessAccountId);
    await this.db.runAs(companyId, async () => {
      const numbers = await this.connections.find(companyId, 'cloudapi', 'facebook_page_user_id', accounts);
      for (const { id, number, facebookPageUserId } of numbers.filter(isSignedBy)) {
        const own = reports.filter(
          (report) =>
            report.businessAccountId === facebookPageUserId && (report.number === null || report.number === number),
        );
        // a check would replace the reason of a disconnection
        if (own.length > 0 && own.every(({ effect }) => effect !== 'disconnect'))
          this.events.emit(new NumberReported({ connectionId: id }));
        for (const { effect, code, text, until } of own)
          if (effect !== 'check')
            this.events.emit(new AccountReported({ connectionId: id, effect, code, text, until }));
      }
    });
  }
}
