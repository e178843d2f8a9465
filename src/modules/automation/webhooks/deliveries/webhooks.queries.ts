import { type RawBuilder, sql } from 'kysely';
import { offsetBy, type Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import type { DeliveryAnswer, DeliveryStatus, WebhookPayload } from '../webhook-delivery.entity.js';
import type { WebhookAttempt } from './webhook-caller.service.js';

/** The events to which an endpoint subscribes. */
export interface Subscription {
  readonly id: number;
  readonly companyId: number;
  readonly events: readonly string[];
}

/** Subscriptions of the active endpoints of all companies. */
export const subscriptions: RawBuilder<Subscription> = sql`
    select id, company_id as "companyId", events from webhook_endpoints where active`;

/** Active endpoints of the company that subscribe to an event, while its plan has the API. */
export const endpointsFor = (companyId: number, type: string): Statement<{ id: number }> =>
  sql`select e.id from webhook_endpoints e join companies c on c.id = e.company_id join plans p on p.id = c.plan_id
  where e.company_id = ${companyId} and e.active and p.use_external_api
    and e.events @> ${JSON.stringify([type])}::jsonb`;

export interface DueDelivery {
  readonly eventId: string;
  readonly payload: WebhookPayload;
  readonly attempts: number;
  readonly endpointId: number;
  readonly url: string;
  readonly secret: string;
  /** Whether the endpoint belongs to an integration. */
  readonly integration: boolean;
  readonly subject: string;
  /** Seconds since the delivery was stored. */
  readonly age: number;
  /** How long an integration's answer is awaited. */
  readonly seconds: number | null;
}

/** A waiting delivery of an active endpoint, while the plan has the feature that the endpoint belongs to. */
export const dueDelivery = (companyId: number, id: number): Statement<DueDelivery> =>
  sql`select d.event_id as "eventId", d.payload, d.attempts, d.subject, e.id as "endpointId", e.url, e.secret, e.integration,
    e.answer_seconds as seconds, extract(epoch from now() - d.created_at)::float8 as age
  from webhook_deliveries d join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
    join companies c on c.id = d.company_id join plans p on p.id = c.plan_id
  where d.company_id = ${companyId} and d.id = ${id} and d.status = 'waiting' and e.active and e.secret is not null
    and case when e.integration then p.use_integrations else p.use_external_api end`;

/** A waiting delivery of any endpoint; `integration` is false once an integration has answered it. */
export const waitingDelivery = (
  companyId: number,
  id: number,
): Statement<Pick<DueDelivery, 'endpointId' | 'subject' | 'attempts' | 'integration'>> =>
  sql`select e.id as "endpointId", d.subject, d.attempts, e.integration and d.answer is null as integration
  from webhook_deliveries d join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
  where d.company_id = ${companyId} and d.id = ${id} and d.status = 'waiting'`;

/** Whether messages answering a waiting delivery with this many attempts were sent; no row for other deliveries. */
export const attemptToRecord = (companyId: number, id: number, attempts: number): Statement<{ said: boolean }> =>
  sql`select answer is not distinct from 'sent' as said
       from webhook_deliveries where company_id = ${companyId} and id = ${id} and status = 'waiting'
       and attempts = ${attempts}`;

/** The result of an attempt. */
export interface AttemptRecord extends Omit<WebhookAttempt, 'delivered' | 'body' | 'timedOut'> {
  readonly status: DeliveryStatus;
  /** null does not change the stored answer. */
  readonly answer: DeliveryAnswer | null;
  readonly retryInSeconds: number | undefined;
}

export const recordAttempt = (
  companyId: number,
  id: number,
  { status, responseStatus, excerpt, failure, durationMs, answer, retryInSeconds }: AttemptRecord,
): Statement =>
  sql`update webhook_deliveries set status = ${status}, attempts = attempts + 1,
       response_status = ${responseStatus}, excerpt = ${excerpt},
       failure = ${failure && JSON.stringify(failure)}::jsonb, duration_ms = ${durationMs}, attempted_at = now(),
       answer = coalesce(${answer}, answer),
       next_attempt_at = now() + make_interval(secs => ${retryInSeconds ?? null}), updated_at = now()
       where company_id = ${companyId} and id = ${id}`;

export const failDelivery = (companyId: number, id: number): Statement =>
  sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, updated_at = now()
       where company_id = ${companyId} and id = ${id} and status = 'waiting'`;

/** The delivery waits again, as if there had been no attempts. */
export const resetDelivery = (companyId: number, id: number): Statement =>
  sql`update webhook_deliveries set status = 'waiting', attempts = 0, next_attempt_at = now(),
       updated_at = now() where company_id = ${companyId} and id = ${id}`;

/** Stores since when an endpoint fails, or that it works. Changes nothing if that is already stored. */
export const noteFailing = (companyId: number, endpointId: number, delivered: boolean): Statement => sql`
      update webhook_endpoints set failing_since = ${delivered ? sql`null` : sql`now()`}, updated_at = now()
       where company_id = ${companyId} and id = ${endpointId} and (failing_since is null) <> ${delivered}`;

/** A row when an active endpoint has failed for days. */
export const failsForDays = (companyId: number, endpointId: number): Statement =>
  sql`select 1 from webhook_endpoints where company_id = ${companyId}
       and id = ${endpointId} and active and failing_since < now() - interval '3 days'`;

export interface NewDelivery {
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  readonly contactId: number | null;
  readonly payload: WebhookPayload;
}

export const insertDeliveries = (
  companyId: number,
  endpointIds: readonly number[],
  { eventId, type, subject, contactId, payload }: NewDelivery,
): Statement<{ id: number }> => sql`
      insert into webhook_deliveries (company_id, endpoint_id, event_id, type, subject, contact_id, payload, status)
       select ${companyId}, e.id, ${eventId}, ${type}, ${subject}, ${contactId}::bigint,
         ${JSON.stringify(payload)}::jsonb, 'waiting'
       from unnest(${endpointIds}::bigint[]) as e (id) returning id`;

/** A delivery as the log shows it. */
export interface WebhookDeliveryRow {
  readonly id: number;
  readonly endpointId: number;
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly responseStatus: number | null;
  /** The beginning of the response, or why there was none, in the reader's language. */
  readonly excerpt: string | null;
  readonly durationMs: number | null;
  /** For a delivery to an integration, the result of the messages in its answer. */
  readonly answer: DeliveryAnswer | null;
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  /** The posted body. */
  readonly payload: WebhookPayload;
}

const columns = (
  locale: Locale,
): RawBuilder<unknown> => sql`d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.type, d.subject, d.status, d.attempts,
  d.response_status as "responseStatus", coalesce(d.failure->>${locale}, d.excerpt) as excerpt, d.answer, d.duration_ms as "durationMs", d.attempted_at as "attemptedAt",
  d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt", d.payload`;

export const deliveriesOf = (
  companyId: number,
  endpointId: number,
  { limit, offset, locale }: { limit: number; offset: number; locale: Locale },
): Statement<WebhookDeliveryRow> =>
  sql`select ${columns(locale)} from webhook_deliveries d where d.company_id = ${companyId} and d.endpoint_id = ${endpointId}
  order by d.id desc limit ${sql.lit(limit)} ${offsetBy(offset)}`;

/** Counts at most up to `limit`. */
export const countDeliveries = (companyId: number, endpointId: number, limit: number): Statement<{ count: number }> =>
  sql`select count(*) from (select 1 from webhook_deliveries
       where company_id = ${companyId} and endpoint_id = ${endpointId} limit ${sql.lit(limit)}) d`;

export const deliveryRow = (companyId: number, id: number, locale: Locale): Statement<WebhookDeliveryRow> =>
  sql`select ${columns(locale)} from webhook_deliveries d where d.company_id = ${companyId} and d.id = ${id}`;

export interface NoticeRecipient {
  readonly email: string;
  readonly name: string;
  readonly language: Locale;
  readonly url: string;
}

/** No row when the endpoint is active again, or when the endpoint or the user is removed. */
export const noticeRecipient = (companyId: number, endpointId: number, userId: number): Statement<NoticeRecipient> =>
  sql`select u.email, u.name, u.language, e.url from users u
  join webhook_endpoints e on e.company_id = u.company_id and e.id = ${endpointId} and not e.active
  where u.company_id = ${companyId} and u.id = ${userId}`;
