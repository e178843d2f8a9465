import { type RawBuilder, sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { CampaignShipment, ShipmentStatus } from '../campaign-shipment.entity.js';

/**
 * The shipment to which a customer replies: the last one sent to their number within a month. The query filters by the
 * number alone, so that PostgreSQL uses no other index.
 */
export interface AnsweredShipment
  extends Pick<
    CampaignShipment,
    | 'id'
    | 'campaignId'
    | 'position'
    | 'number'
    | 'name'
    | 'email'
    | 'variables'
    | 'body'
    | 'fileIds'
    | 'askedConfirmation'
    | 'providerId'
    | 'repliedAt'
  > {
  readonly contactId: number;
  /** The channel of the connection that sent it. */
  readonly channel: string;
  readonly status: ShipmentStatus;
  readonly sentAt: string;
  readonly optedOut: boolean;
}

/** The newest shipment to each contact, on the connection to which the contact has written. */
export const answeredShipments = (
  companyId: number,
  messages: readonly { readonly connectionId: number; readonly contactId: number }[],
): RawBuilder<AnsweredShipment> => sql`
  select c.id as "contactId", s.id, s.campaign_id as "campaignId", s.position, s.number, s.name, s.email, s.variables, s.body,
    s.file_ids as "fileIds", s.asked_confirmation as "askedConfirmation", w.channel, s.provider_id as "providerId", s.status, s.sent_at as "sentAt", s.replied_at as "repliedAt",
    c.opted_out as "optedOut"
  from ${listed('g', {
    connection_id: ['bigint', messages.map(({ connectionId }) => connectionId)],
    contact_id: ['bigint', messages.map(({ contactId }) => contactId)],
  })}
  join contacts c on c.company_id = ${companyId} and c.id = g.contact_id
  cross join lateral (
    select s.* from (select s.* from campaign_shipments s
      where s.company_id = ${companyId} and s.number = c.number offset 0) s
    where s.connection_id = g.connection_id and s.status in ('sending', 'uncertain', 'sent', 'delivered', 'read')
      and s.sent_at > now() - interval '30 days' order by s.sent_at desc limit 1) s
  join connections w on w.company_id = ${companyId} and w.id = s.connection_id`;

/** Marks a shipment as replied, so it was delivered. @returns the status until now; no row if already marked */
export const markReplied = (
  companyId: number,
  id: number,
  { confirmed }: { readonly confirmed: boolean },
): RawBuilder<Pick<AnsweredShipment, 'status' | 'providerId'>> => sql`
  update campaign_shipments set replied_at = now(), confirmed_at = ${confirmed ? sql`now()` : sql`null`},
    status = case when status in ('sending', 'uncertain') then 'sent' else status end, leased_until = null,
    error_code = null, error_text = null, updated_at = now()
  where company_id = ${companyId} and id = ${id} and replied_at is null returning status, provider_id as "providerId"`;

/** Marks the last shipment to a number within a month, to which its owner answers with an opt-out. */
export const markUnsubscribed = (companyId: number, number: string): RawBuilder<{ campaignId: number }> => sql`
  update campaign_shipments set unsubscribed_at = now(), updated_at = now()
  where company_id = ${companyId} and id = (select s.id from (select s.* from campaign_shipments s
      where s.company_id = ${companyId} and s.number = ${number} offset 0) s
    where s.sent_at > now() - interval '30 days' order by s.sent_at desc limit 1) and unsubscribed_at is null
  returning campaign_id as "campaignId"`;

/** Locks the campaign; a row if its file and file list are still those that were sent. */
export const sameFilesSince = (companyId: number, campaignId: number, sentAt: string): Statement => sql`
      select id from campaigns where company_id = ${companyId} and id = ${campaignId}
        and (files_changed_at is null or files_changed_at <= ${sentAt}::timestamptz) for share`;

/** Stores the id of the message after a confirmation. */
export const recordFollowUp = (companyId: number, id: number, messageId: number): RawBuilder<object> => sql`
  update campaign_shipments set follow_up_id = ${messageId} where company_id = ${companyId} and id = ${id}`;
