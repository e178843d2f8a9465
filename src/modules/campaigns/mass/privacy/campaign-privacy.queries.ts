import { type RawBuilder, sql } from 'kysely';
import { among } from '../../../../core/database/statements.js';
import { withNumberOf } from '../../../contacts/contacts/privacy/personal-data.queries.js';
import { describePersonalData } from '../../../contacts/contacts/privacy/personal-data.service.js';
import { CampaignShipment } from '../campaign-shipment.entity.js';
import { shipmentErrorTexts } from '../campaigns.errors.js';
import { zoneOf } from '../editing/recipients.queries.js';
import { isRetriable } from '../sending/outcomes.queries.js';

describePersonalData(CampaignShipment, {
  name: 'bulkCampaigns',
  order: 6,
  select: sql`select x.id, jsonb_build_object('campaign', (select k.name from campaigns k
      where k.company_id = x.company_id and k.id = x.campaign_id), 'name', x.name, 'number', x.number, 'email', x.email,
    'variables', x.variables, 'text', x.body, 'status', x.status, 'sentAt', x.sent_at, 'deliveredAt', x.delivered_at,
    'readAt', x.read_at, 'repliedAt', x.replied_at, 'confirmedAt', x.confirmed_at) as row from campaign_shipments x`,
  where: withNumberOf,
});

/** Replaces an erased number, followed by the id. */
const erasedPrefix = 'removido-';
export const isErased = ({ number }: Pick<CampaignShipment, 'number'>): boolean => number.startsWith(erasedPrefix);

/** Waits for batches of recipients that are being frozen, and blocks further ones until the commit. */
export const holdFreezing = (companyId: number): RawBuilder<object> =>
  sql`select id from campaigns where company_id = ${companyId} and frozen_at is null order by id for share`;

/** Removes personal data but not the figures. A shipment being sent keeps its status; a repeated send is refused. */
export const eraseRecipients = (companyId: number, numbers: readonly string[]): RawBuilder<object> => sql`
  update campaign_shipments set number = ${erasedPrefix} || id, name = '', email = '', variables = '[]', body = null,
    provider_id = null, status = case when status = 'queued' then 'failed' else status end,
    error_code = case when status = 'queued' then 'ERASED' else error_code end,
    error_text = case when status = 'queued' then ${JSON.stringify(shipmentErrorTexts.erased)}::jsonb else error_text end,
    updated_at = now()
  where company_id = ${companyId} and ${among('number', numbers, 'text')}`;

/**
 * What is not sent yet, or may be sent again, goes to the new number. A recipient who has both numbers is written to
 * once; one of them that is being sent has its result soon.
 */
export const renumberRecipients = (companyId: number, from: string, to: string): RawBuilder<object> => sql`
  update campaign_shipments s set
    number = case when r.repeated then s.number else ${to} end,
    time_zone = case when s.time_zone is not null then ${zoneOf(sql`${to}::text`)} end,
    status = case when r.repeated then 'failed' else s.status end,
    error_code = case when r.repeated then 'REPEATED' else s.error_code end,
    error_text = case when r.repeated then ${JSON.stringify(shipmentErrorTexts.repeated)}::jsonb else s.error_text end,
    updated_at = now()
  from (select s.id, s.status, exists (select 1 from campaign_shipments o where o.company_id = s.company_id
      and o.campaign_id = s.campaign_id and o.number = ${to}) as repeated
    from campaign_shipments s where s.company_id = ${companyId} and s.number = ${from}
      and (s.status in ('queued', 'sending', 'uncertain') or ${isRetriable})) r
  where s.company_id = ${companyId} and s.id = r.id and not (r.repeated and r.status = 'sending')`;
