import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { isTransient } from '../../../../core/errors/database-errors.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { administratorsOf } from '../../../channels/connections/queries/connections.queries.js';
import { WebhooksService } from '../endpoints/webhooks.service.js';
import type { DeliveryAnswer } from '../webhook-delivery.entity.js';
import { integrationCall } from '../webhooks.events.js';
import { ProgramCallsService } from './program-calls.service.js';
import { SendWebhookNotice } from './send-webhook-notice.job.js';
import { type WebhookAttempt, WebhookCallerService } from './webhook-caller.service.js';
import {
  attemptToRecord,
  type DueDelivery,
  dueDelivery,
  failDelivery,
  failsForDays,
  noteFailing,
  recordAttempt,
  waitingDelivery,
} from './webhooks.queries.js';

/** Seconds before the second, third, … attempt. */
const retrySeconds: readonly number[] = [30, 300, 1_800, 7_200, 28_800];
const maxNotified = 20;
/** Seconds before another try after a failure that is not the receiver's. */
const backoff = [1, 5, 30];

/** Posts a delivery to its endpoint. */
export class DeliverWebhook extends defineJob<{ deliveryId: number }>('deliver-webhook', { priority: 'bulk' }) {}

@Injectable()
export class DeliverWebhookHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly caller: WebhookCallerService,
    private readonly programs: ProgramCallsService,
    private readonly endpoints: WebhooksService,
  ) {}

  /** A job that dies after the call repeats the call with the same `webhook-id`. */
  @JobHandler(DeliverWebhook, { transactional: false, backoff })
  async perform({ deliveryId }: DeliverWebhook['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    try {
      await this.deliver(companyId, deliveryId);
    } catch (error) {
      const isLast = !(error instanceof RetryLater || isTransient(error)) && attempt > backoff.length;
      if (isLast) await this.db.runAs(companyId, () => this.fail(deliveryId));
      throw error;
    }
  }

  @OnDiscard(DeliverWebhook)
  async discarded({ deliveryId }: DeliverWebhook['payload']): Promise<void> {
    await this.fail(deliveryId);
  }

  private async deliver(companyId: number, deliveryId: number): Promise<void> {
    const delivery = await this.db.runAs(companyId, async () => {
      const due = await this.db.row(dueDelivery(companyId, deliveryId));
      if (!due) await this.fail(deliveryId);
      return due;
    });
    if (!delivery) return;
    const post = (): Promise<WebhookAttempt> => this.caller.post(companyId, delivery);
    const attempt = delivery.integration ? await this.programs.run(companyId, post) : await post();
    // an integration that is only slow has begun to answer: a second call would make it answer twice
    const isOver = attempt.delivered || (delivery.integration && attempt.timedOut);
    const seconds = isOver ? undefined : retrySeconds[delivery.attempts];
    const recorded = await this.db.runAs(companyId, () => this.record(deliveryId, delivery, attempt, seconds));
    if (!recorded) throw new RetryLater(0, 'another attempt was recorded meanwhile');
    // the receiver's response is only shown in the company's log
    const reason = attempt.responseStatus === null ? attempt.excerpt : `HTTP ${attempt.responseStatus}`;
    if (seconds !== undefined) throw new RetryLater(seconds * 1000, reason);
  }

  /** @returns false when the delivery has changed since the call; then nothing is recorded and no message is sent */
  private async record(
    id: number,
    delivery: DueDelivery,
    attempt: WebhookAttempt,
    retryInSeconds: number | undefined,
  ): Promise<boolean> {
    const { companyId } = this.db;
    await this.lock(id);
    const now = await this.db.row(attemptToRecord(companyId, id, delivery.attempts));
    if (!now) return false;
    const { delivered } = attempt;
    const status = delivered ? 'delivered' : retryInSeconds === undefined ? 'failed' : 'waiting';
    // this locks the conversation, so it must happen before the row of the delivery is locked
    const answer = delivery.integration && !now.said ? await this.handOver(delivery, attempt) : null;
    await this.db.run(recordAttempt(companyId, id, { ...attempt, status, answer, retryInSeconds }));
    if (!delivery.integration) await this.watch(delivery.endpointId, delivered);
    return true;
  }

  /** Only one process at a time records an attempt; it locks the row of the delivery after the conversation. */
  private async lock(id: number): Promise<void> {
    await this.db.lock('webhook-delivery', id);
  }

  /** Passes the attempt to the module of the integrations. */
  private async handOver(
    { endpointId, subject, attempts, age }: DueDelivery,
    { delivered, body, durationMs, timedOut }: WebhookAttempt,
  ): Promise<DeliveryAnswer | null> {
    const call = {
      endpointId,
      subject,
      attempts: timedOut ? attempts : attempts + 1,
      age: age + durationMs / 1000,
      body: delivered ? (body ?? '') : null,
      givenUp: timedOut,
    };
    const [answer = null] = await this.events.ask(integrationCall, call);
    return answer;
  }

  /** Stores since when the endpoint fails. */
  private async watch(endpointId: number, delivered: boolean): Promise<void> {
    const turned = await this.db.run(noteFailing(this.db.companyId, endpointId, delivered));
    if (turned > 0) await this.endpoints.refreshAndEmit(endpointId);
    else if (!delivered) await this.disableAfterDays(endpointId);
  }

  private async disableAfterDays(endpointId: number): Promise<void> {
    const { companyId } = this.db;
    const tooLong = await this.db.row(failsForDays(companyId, endpointId));
    if (!tooLong) return;
    await this.endpoints.disable(endpointId);
    for (const { id: userId } of await this.db.rows(administratorsOf(companyId, maxNotified)))
      await this.jobs.add(SendWebhookNotice, { endpointId, userId });
  }

  /** The endpoint may not be called, or a person discarded the delivery: the integration stops answering. */
  private async fail(deliveryId: number): Promise<void> {
    await this.lock(deliveryId);
    const delivery = await this.db.row(waitingDelivery(this.db.companyId, deliveryId));
    if (delivery?.integration) {
      const { endpointId, subject, attempts } = delivery;
      await this.events.ask(integrationCall, { endpointId, subject, attempts, age: 0, body: null, givenUp: true });
    }
    await this.db.run(failDelivery(this.db.companyId, deliveryId));
  }
}
