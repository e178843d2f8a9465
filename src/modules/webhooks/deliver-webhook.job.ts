import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../core/clock.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';
import { OutboundError } from '../../core/http/outbound-error.js';
import { OutboundHttp } from '../../core/http/outbound-http.js';
import { JobHandler, type JobRun, OnDiscard, RetryLater } from '../../core/jobs/job.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { administratorsOf } from '../connections/connections.queries.js';
import { SendWebhookNotice } from './send-webhook-notice.job.js';
import { signedHeaders } from './signature.js';
import { DeliverWebhook } from './webhook-deliveries.service.js';
import { type DueDelivery, dueDelivery } from './webhooks.queries.js';
import { endpointColumn } from './webhooks.secrets.js';
import { WebhooksService } from './webhooks.service.js';

/** Seconds before the second, third, … attempt. */
const retrySeconds: readonly number[] = [30, 300, 1_800, 7_200, 28_800];
const timeoutMs = 10_000;
const excerptLength = 500;
const maxNotified = 20;

interface Attempt {
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  readonly excerpt: string;
  readonly durationMs: number;
}

@Injectable()
export class DeliverWebhookHandler {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly cipher: SecretCipher,
    private readonly http: OutboundHttp,
    private readonly endpoints: WebhooksService,
  ) {}

  /** A job that dies after the call calls again, with the same `webhook-id`. */
  @JobHandler(DeliverWebhook, { transactional: false })
  async perform({ deliveryId }: DeliverWebhook['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const delivery = await this.db.runAs(companyId, async () => {
      const due = await this.db.row(dueDelivery(companyId, deliveryId));
      if (!due) await this.fail(deliveryId);
      return due;
    });
    if (!delivery) return;
    const attempt = await this.post(companyId, delivery);
    const seconds = attempt.delivered ? undefined : retrySeconds[delivery.attempts];
    await this.db.runAs(companyId, () => this.record(deliveryId, delivery.endpointId, attempt, seconds));
    // what the receiver answered is for the company's log only
    const reason = attempt.responseStatus === null ? attempt.excerpt : `HTTP ${attempt.responseStatus}`;
    if (seconds !== undefined) throw new RetryLater(seconds * 1000, reason);
  }

  @OnDiscard(DeliverWebhook)
  async discarded({ deliveryId }: DeliverWebhook['payload']): Promise<void> {
    await this.fail(deliveryId);
  }

  private async post(companyId: number, { eventId, payload, url, ...delivery }: DueDelivery): Promise<Attempt> {
    const secret = this.cipher.decrypt(delivery.secret, endpointColumn({ companyId, id: delivery.endpointId }));
    const body = JSON.stringify(payload);
    const seconds = Math.floor(this.clock.now().getTime() / 1000);
    const headers = { 'content-type': 'application/json', ...signedHeaders(secret, eventId, seconds, body) };
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      const answer = await this.http.request(url, { method: 'POST', headers, body, timeoutMs, redirects: 0 });
      const { status } = answer;
      return {
        delivered: status >= 200 && status < 300,
        responseStatus: status,
        excerpt: excerptOf(answer.body.toString('utf8')),
        durationMs: took(),
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { delivered: false, responseStatus: null, excerpt: excerptOf(error.message), durationMs: took() };
    }
  }

  private async record(
    id: number,
    endpointId: number,
    { delivered, responseStatus, excerpt, durationMs }: Attempt,
    retryInSeconds: number | undefined,
  ): Promise<void> {
    const { companyId } = this.db;
    const status = delivered ? 'delivered' : retryInSeconds === undefined ? 'failed' : 'waiting';
    await this.db.run(sql`update webhook_deliveries set status = ${status}, attempts = attempts + 1,
       response_status = ${responseStatus}, excerpt = ${excerpt}, duration_ms = ${durationMs}, attempted_at = now(),
       next_attempt_at = now() + make_interval(secs => ${retryInSeconds ?? null}), updated_at = now()
       where company_id = ${companyId} and id = ${id}`);
    const turned = await this.db.run(sql`
      update webhook_endpoints set failing_since = ${delivered ? sql`null` : sql`now()`}, updated_at = now()
       where company_id = ${companyId} and id = ${endpointId} and (failing_since is null) <> ${delivered}`);
    if (turned > 0) await this.endpoints.refreshAndEmit(endpointId);
    else if (!delivered) await this.disableAfterDays(endpointId);
  }

  private async disableAfterDays(endpointId: number): Promise<void> {
    const { companyId } = this.db;
    const tooLong = await this.db.row(sql`select 1 from webhook_endpoints where company_id = ${companyId}
       and id = ${endpointId} and active and failing_since < now() - interval '3 days'`);
    if (!tooLong) return;
    await this.endpoints.disable(endpointId);
    for (const { id: userId } of await this.db.rows(administratorsOf(companyId, maxNotified)))
      await this.jobs.add(SendWebhookNotice, { endpointId, userId });
  }

  /** The endpoint is gone or inactive, or a person gave the delivery up. */
  private async fail(deliveryId: number): Promise<void> {
    await this.db.run(sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, updated_at = now()
       where company_id = ${this.db.companyId} and id = ${deliveryId} and status = 'waiting'`);
  }
}

/** PostgreSQL stores no NUL. */
const excerptOf = (text: string): string => text.replaceAll('\u0000', '').slice(0, excerptLength);
