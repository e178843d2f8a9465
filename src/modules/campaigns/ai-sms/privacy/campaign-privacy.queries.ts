import { sql } from 'kysely';
import { among, type Statement } from '../../../../core/database/statements.js';
import { withNumberOf } from '../../../contacts/contacts/privacy/personal-data.queries.js';
import { describePersonalData } from '../../../contacts/contacts/privacy/personal-data.service.js';
import { recipientFaults } from '../ai-sms.errors.js';
import { AiSmsRecipient } from '../ai-sms-recipient.entity.js';

describePersonalData(AiSmsRecipient, {
  name: 'campaigns',
  order: 5,
  select: sql`select x.id, jsonb_build_object('campaign', (select c.name from service_campaigns c
      where c.company_id = x.company_id and c.id = x.campaign_id), 'name', x.name, 'number', x.number, 'fields', x.fields,
    'text', x.body, 'status', x.status, 'time', x.handled_at) as row from service_recipients x`,
  where: withNumberOf,
});

/** Detaches all rows from files that contain one of the numbers. @returns these files */
export const releaseFilesWith = (companyId: number, numbers: readonly string[]): Statement<{ id: number }> => sql`
  with files as (select distinct file_id as id from service_recipients
    where company_id = ${companyId} and ${among('number', numbers, 'text')} and file_id is not null)
  update service_recipients r set file_id = null from files f where r.company_id = ${companyId} and r.file_id = f.id
  returning f.id`;

/** @returns the storage keys of their contents */
export const removeFiles = (companyId: number, ids: readonly number[]): Statement<{ key: string }> => sql`
  delete from service_campaign_files where company_id = ${companyId} and ${among('id', ids)} returning media_key as key`;

/**
 * Removes personal data; the recipients are still counted by their status. Whether a claimed one is still written to
 * is unknown.
 */
export const anonymiseRecipients = (companyId: number, numbers: readonly string[]): Statement => sql`
  update service_recipients set name = '', number = 'removido-' || id, fields = '["","","","",""]', provider_id = null, body = null,
    status = case status when 'waiting' then 'failed' when 'sending' then 'uncertain' else status end, leased_until = null,
    handled_at = coalesce(handled_at, now()), updated_at = now()
  where company_id = ${companyId} and ${among('number', numbers, 'text')}`;

/**
 * What is not sent yet, or may be sent again, goes to the new number. A recipient who has both numbers is written to
 * once; one of them that is being sent has its result soon.
 */
export const renumberRecipients = (companyId: number, from: string, to: string): Statement => sql`
  update service_recipients r set
    number = case when n.repeated then r.number else ${to} end,
    status = case when n.repeated then 'failed' else r.status end,
    error_text = case when n.repeated then ${JSON.stringify(recipientFaults.repeated)}::jsonb else r.error_text end,
    handled_at = case when n.repeated then coalesce(r.handled_at, now()) else r.handled_at end, updated_at = now()
  from (select x.id, x.status, exists (select from service_recipients o where o.company_id = x.company_id
      and o.campaign_id = x.campaign_id and o.number = ${to}) as repeated
    from service_recipients x where x.company_id = ${companyId} and x.number = ${from} and x.replied_at is null
      and x.status in ('waiting', 'sending', 'queued', 'uncertain', 'failed')) n
  where r.company_id = ${companyId} and r.id = n.id and not (n.repeated and n.status in ('sending', 'queued'))`;
