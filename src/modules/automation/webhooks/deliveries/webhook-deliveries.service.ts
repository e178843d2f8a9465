import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { pageParam, type Query } from '../../../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../../../core/resource/page.js';
import { testType, type WebhookType } from '../endpoints/webhook-types.js';
import { WebhooksService } from '../endpoints/webhooks.service.js';
import type { WebhookPayload } from '../webhook-delivery.entity.js';
import { webhookErrors } from '../webhooks.errors.js';
import { DeliverWebhook } from './deliver-webhook.job.js';
import {
  countDeliveries,
  deliveriesOf,
  deliveryRow,
  endpointsFor,
  insertDeliveries,
  resetDelivery,
  type WebhookDeliveryRow,
} from './webhooks.queries.js';

/** The subject of an event. */
export interface WebhookSubject {
  /** The subject, like `message:7`. */
  readonly subject: string;
  readonly contactId: number | null;
}

const pageSize = 20;
const maxOffset = 20_000;

/** Stores the deliveries to endpoints and lists them as a log. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly endpoints: WebhooksService,
  ) {}

  /** Sends the event to every endpoint that subscribes to it. */
  async publish(type: WebhookType, about: WebhookSubject, data: WebhookPayload['data']): Promise<void> {
    const endpoints = (await this.db.rows(endpointsFor(this.db.companyId, type))).map(({ id }) => id);
    await this.send(endpoints, type, about, data);
  }

  /** @throws 404, 409 when the endpoint is inactive */
  async sendTest(endpointId: number): Promise<WebhookDeliveryRow> {
    await this.assertActive(endpointId);
    const [id = 0] = await this.send(
      [endpointId],
      testType,
      { subject: `webhookEndpoint:${endpointId}`, contactId: null },
      {
        message: 'Atende',
      },
    );
    return this.get(id);
  }

  /** Sends a delivery again with the same id and a new series of attempts. @throws 404, 409 */
  async replay(id: number): Promise<WebhookDeliveryRow> {
    const { endpointId } = await this.get(id);
    await this.assertActive(endpointId);
    return this.replayTo(endpointId, id);
  }

  /** {@link replay} for an endpoint that the caller knows to be active. @throws 404 */
  async replayTo(endpointId: number, id: number): Promise<WebhookDeliveryRow> {
    if ((await this.get(id)).endpointId !== endpointId) throw webhookErrors.ERR_NO_WEBHOOK_DELIVERY_FOUND();
    await this.db.run(resetDelivery(this.db.companyId, id));
    const key = jobKey(id);
    await this.jobs.removeFailed(key);
    if (!(await this.jobs.reschedule(key, this.clock.now())))
      await this.jobs.add(DeliverWebhook, { deliveryId: id }, { key });
    return this.get(id);
  }

  /** Lists the newest deliveries first. @throws 404 for an unknown endpoint */
  async list(endpointId: number, query: Query): Promise<Page<WebhookDeliveryRow>> {
    await this.endpoints.get(endpointId);
    return this.logOf(endpointId, query);
  }

  /** {@link list} for an endpoint that the caller knows to exist. */
  async logOf(endpointId: number, query: Query): Promise<Page<WebhookDeliveryRow>> {
    const { companyId } = this.db;
    const offset = Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const rows = await this.db.rows(
      deliveriesOf(companyId, endpointId, { limit: pageSize + 1, offset, locale: this.context.locale }),
    );
    const total = await this.db.row(countDeliveries(companyId, endpointId, countLimit + 1));
    return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize, ...boundedCount(total?.count ?? 0) };
  }

  /** Stores an event for the endpoints with the jobs that post it. @returns the ids of the deliveries */
  async send(
    endpointIds: readonly number[],
    type: string,
    { subject, contactId }: WebhookSubject,
    data: WebhookPayload['data'],
  ): Promise<number[]> {
    const payload: WebhookPayload = { type, version: 1, timestamp: this.clock.now().toISOString(), data };
    const delivery = { eventId: `evt_${randomUUID()}`, type, subject, contactId, payload };
    const rows = await this.db.rows(insertDeliveries(this.db.companyId, endpointIds, delivery));
    await this.jobs.addAll(
      rows.map(({ id }) => ({ name: DeliverWebhook.jobName, payload: { deliveryId: id }, key: jobKey(id) })),
    );
    return rows.map(({ id }) => id);
  }

  private async get(id: number): Promise<WebhookDeliveryRow> {
    const row = await this.db.row(deliveryRow(this.db.companyId, id, this.context.locale));
    if (!row) throw webhookErrors.ERR_NO_WEBHOOK_DELIVERY_FOUND();
    return row;
  }

  private async assertActive(endpointId: number): Promise<void> {
    if (!(await this.endpoints.get(endpointId)).active) throw webhookErrors.ERR_WEBHOOK_INACTIVE();
  }
}

const jobKey = (deliveryId: number): string => `webhook:${deliveryId}`;
