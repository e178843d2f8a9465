import { type RawBuilder, sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { CampaignShipment, ShipmentStatus } from '../campaign-shipment.entity.js';

/**
 * The shipment that a customer answers: the last one sent to their number in a month. Read by the number alone, since no other
 * index may be taken for it.
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
  /** Of the connection that it was sent by. */
  readonly channel: string;
  readonly status: ShipmentStatus;
  readonly sentAt: string;
  readonly optedOut: boolean;
}

/** The newest shipment to each of the contacts through the connection that they wrote to. */
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

/** Who answers has it. @returns what was reported until now; nothing when it has been answered before */
export const markReplied = (
  companyId: number,
  id: number,
  { confirmed }: { readonly confirmed: boolean },
): RawBuilder<Pick<AnsweredShipment, 'status' | 'providerId'>> => sql`
  update campaign_shipments set replied_at = now(), confirmed_at = ${confirmed ? sql`now()` : sql`null`},
    status = case when status in ('sending', 'uncertain') then 'sent' else status end, leased_until = null,
    error_code = null, error_text = null, updated_at = now()
  where company_id = ${companyId} and id = ${id} and replied_at is null returning status, provider_id as "providerId"`;

/** A row while file and file list are those that were sent; it is locked. */
export const sameFilesSince = (companyId: number, campaignId: number, sentAt: string): Statement => sql`
      select id from campaigns where company_id = ${companyId} and id = ${campaignId}
        and (files_changed_at is null or files_changed_at <= ${sentAt}::timestamptz) for share`;

/** The message that follows a confirmation. */
export const recordFollowUp = (companyId: number, id: number, messageId: number): RawBuilder<object> => sql`
  update campaign_shipments set follow_up_id = ${messageId} where company_id = ${companyId} and id = ${id}`;
