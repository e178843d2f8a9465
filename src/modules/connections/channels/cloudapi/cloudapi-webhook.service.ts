import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { AppConfig } from '../../../../core/config/config.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { NumberReported, TemplateStatusReported } from '../../connections.events.js';
import { InboxService } from '../../inbox/inbox.service.js';
import type { ProviderFailure } from '../channel.js';
import { type WebhookConnection, WebhookConnections } from '../webhook-connections.service.js';
import { metaAppSecret } from './cloudapi.variables.js';
import { failureOf } from './errors.js';
import { type NumberReport, parseWebhook } from './parse.js';
import type { TemplateStatusUpdate } from './parse-template.js';

/** Webhooks of the Cloud API: verified, stored and answered; the events are handled afterwards. */
@Injectable()
export class CloudApiWebhookService {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly db: Db,
    private readonly config: AppConfig,
    private readonly connections: WebhookConnections,
    private readonly inbox: InboxService,
    private readonly events: Events,
  ) {}

  /** The challenge that proves that the address is ours. @throws 403 for a wrong token and for an unknown connection. */
  async verify(connectionId: number, query: Readonly<Record<string, unknown>>): Promise<string> {
    const connection = await this.connections.load('cloudapi', connectionId);
    const challenge = challengeOf(query, connection && this.connections.credential(connection, 'metaToken'));
    if (challenge === null) throw coreErrors.ERR_NO_PERMISSION();
    return challenge;
  }

  /**
   * Stores the events of a webhook. One app has one callback for all its numbers, so each entry goes to the connection of
   * its phone number, if that has the same company and a secret that signs these bytes too; the rest is dropped.
   * @throws 403 when the signature is wrong, or there is no secret to check it with, or no such connection.
   */
  async receive(connectionId: number, rawBody: Buffer, signature: unknown, body: unknown): Promise<void> {
    const signs = (connection: WebhookConnection): boolean =>
      validSignature(rawBody, signature, this.appSecret(connection));
    const addressed = await this.connections.load('cloudapi', connectionId);
    if (!addressed || !signs(addressed)) throw coreErrors.ERR_NO_PERMISSION();
    const { entries, templates, numbers: reports, ignored } = parseWebhook(body);
    let dropped = ignored;
    if (templates.length > 0) await this.emitTemplateStatuses(addressed.companyId, templates, signs);
    if (reports.length > 0) await this.emitNumberReports(addressed.companyId, reports, signs);
    const others = entries
      .map(({ phoneNumberId }) => phoneNumberId)
      .filter((phoneNumberId) => phoneNumberId !== addressed.facebookUserId);
    const numbers = [addressed, ...(others.length > 0 ? await this.otherNumbers(addressed.companyId, others) : [])];
    for (const { phoneNumberId, events, errors } of entries) {
      const connection = numbers.find(({ facebookUserId }) => facebookUserId === phoneNumberId);
      if (!connection || (connection !== addressed && !signs(connection))) {
        dropped += 1;
        continue;
      }
      await this.inbox.storeBatched(addressed.companyId, connection.id, events);
      const [error] = errors;
      if (error) await this.recordError(connection, failureOf(error));
    }
    if (dropped > 0) this.logger.warn({ msg: 'webhook parts dropped', connectionId, dropped });
  }

  /** Each number of a business account has its own copy of the account's templates. */
  private async emitTemplateStatuses(
    companyId: number,
    updates: readonly TemplateStatusUpdate[],
    signs: (connection: WebhookConnection) => boolean,
  ): Promise<void> {
    const accounts = updates.map(({ businessAccountId }) => businessAccountId);
    await this.db.runAs(companyId, async () => {
      const numbers = await this.connections.find(companyId, 'cloudapi', 'facebook_page_user_id', accounts);
      for (const { id, facebookPageUserId } of numbers.filter(signs)) {
        for (const { businessAccountId, name, language, status, reason } of updates) {
          if (businessAccountId === facebookPageUserId)
            this.events.emit(new TemplateStatusReported(id, name, language, status, reason));
        }
      }
    });
  }

  private async emitNumberReports(
    companyId: number,
    reports: readonly NumberReport[],
    signs: (connection: WebhookConnection) => boolean,
  ): Promise<void> {
    const accounts = reports.map(({ businessAccountId }) => businessAccountId);
    await this.db.runAs(companyId, async () => {
      const numbers = await this.connections.find(companyId, 'cloudapi', 'facebook_page_user_id', accounts);
      for (const { id, number, facebookPageUserId } of numbers.filter(signs))
        if (reports.some((report) => report.number === number && report.businessAccountId === facebookPageUserId))
          this.events.emit(new NumberReported(id));
    });
  }

  private otherNumbers(companyId: number, phoneNumberIds: readonly string[]): Promise<WebhookConnection[]> {
    return this.db.runAs(companyId, () =>
      this.connections.find(companyId, 'cloudapi', 'facebook_user_id', phoneNumberIds),
    );
  }

  private recordError({ companyId, id }: WebhookConnection, { code, text }: ProviderFailure): Promise<number> {
    return this.db.runAs(companyId, () =>
      this.db.run(sql`update connections set last_error = ${JSON.stringify({ code, text })} where id = ${id}`),
    );
  }

  private appSecret(connection: WebhookConnection): string | null {
    return this.connections.credential(connection, 'appSecret') ?? this.config.get(metaAppSecret) ?? null;
  }
}

/** Whether `X-Hub-Signature-256` signs exactly these bytes; closed without a secret. */
export function validSignature(rawBody: Buffer, header: unknown, secret: string | null | undefined): boolean {
  if (!secret || typeof header !== 'string') return false;
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(rawBody).digest());
}

/** What to answer to the provider's `GET` that verifies the webhook address; null refuses it. */
export function challengeOf(
  query: Readonly<Record<string, unknown>>,
  verifyToken: string | null | undefined,
): string | null {
  const given = query['hub.verify_token'];
  const challenge = query['hub.challenge'];
  if (!verifyToken || query['hub.mode'] !== 'subscribe') return null;
  if (typeof given !== 'string' || typeof challenge !== 'string') return null;
  // The challenge is echoed, so it must not contain markup.
  if (!/^[\w.-]{1,256}$/.test(challenge)) return null;
  return timingSafeEqual(digest(given), digest(verifyToken)) ? challenge : null;
}

// timingSafeEqual needs equal lengths; hashing provides them without revealing the length.
const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
