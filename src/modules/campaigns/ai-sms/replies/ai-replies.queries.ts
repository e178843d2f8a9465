import { sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';

/** What a customer replies to: the last text sent to their number within a month, on the same connection. */
export interface AnsweredRecipient {
  readonly contactId: number;
  readonly id: number;
  readonly campaignId: number;
  /** null: the prompt must not answer. */
  readonly promptId: number | null;
}

export const answeredRecipients = (
  companyId: number,
  messages: readonly { readonly connectionId: number; readonly contactId: number }[],
): Statement<AnsweredRecipient> => sql`
  select c.id as "contactId", r.id, r.campaign_id as "campaignId", case when not c.opted_out then k.prompt_id end as "promptId"
  from ${listed('g', {
    connection_id: ['bigint', messages.map(({ connectionId }) => connectionId)],
    contact_id: ['bigint', messages.map(({ contactId }) => contactId)],
  })}
  join contacts c on c.company_id = ${companyId} and c.id = g.contact_id
  cross join lateral (
    select r.* from (select r.* from service_recipients r
      where r.company_id = ${companyId} and r.number = c.number offset 0) r
    where r.connection_id = g.connection_id and r.message_id is not null
      and r.status in ('sending', 'uncertain', 'sent', 'delivered', 'read') and r.updated_at > now() - interval '30 days'
    order by r.message_id desc limit 1) r
  join service_campaigns k on k.company_id = ${companyId} and k.id = r.campaign_id
  where r.replied_at is null`;

/** The text that was sent. */
export interface SentText {
  readonly messageId: number;
  readonly body: string;
  readonly status: 'sent' | 'delivered' | 'read';
  readonly providerId: string | null;
  readonly sentAt: string;
}

/** Marks a recipient as replied, so the text has reached them. No row: it was already marked. */
export const markReplied = (companyId: number, id: number): Statement<SentText> => sql`
  update service_recipients set replied_at = now(), leased_until = null, error_text = null,
    handled_at = coalesce(handled_at, now()), updated_at = now(),
    status = case when status in ('sending', 'uncertain') then 'sent' else status end
  where company_id = ${companyId} and id = ${id} and replied_at is null
  returning message_id as "messageId", body, status, provider_id as "providerId", handled_at as "sentAt"`;
