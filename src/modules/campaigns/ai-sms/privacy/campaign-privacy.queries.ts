import { sql } from 'kysely';
import { among, type Statement } from '../../../../core/database/statements.js';
import { describePersonalData } from '../../../contacts/contacts/privacy/personal-data.service.js';
import { AiSmsRecipient } from '../ai-sms-recipient.entity.js';

describePersonalData(AiSmsRecipient, {
  name: 'campaigns',
  order: 5,
  select: sql`select x.id, jsonb_build_object('campaign', (select c.name from service_campaigns c
      where c.company_id = x.company_id and c.id = x.campaign_id), 'name', x.name, 'number', x.number, 'fields', x.fields,
    'text', x.body, 'status', x.status, 'time', x.handled_at) as row from service_recipients x`,
  where: (companyId, contactId) => sql`x.company_id = ${companyId}
    and x.number = (select c.number from contacts c where c.company_id = ${companyId} and c.id = ${contactId})`,
});

/** Detaches all rows from files that contain a number. @returns these files */
export const releaseFilesWith = (companyId: number, number: string): Statement<{ id: number }> => sql`
  with files as (select distinct file_id as id from service_recipients
    where company_id = ${companyId} and number = ${number} and file_id is not null)
  update service_recipients r set file_id = null from files f where r.company_id = ${companyId} and r.file_id = f.id
  returning f.id`;

/** @returns the storage keys of their contents */
export const removeFiles = (companyId: number, ids: readonly number[]): Statement<{ key: string }> => sql`
  delete from service_campaign_files where company_id = ${companyId} and ${among('id', ids)} returning media_key as key`;

/**
 * Removes personal data; the recipients are still counted by their status. Whether a claimed one is still written to
 * is unknown.
 */
export const anonymiseRecipient = (companyId: number, number: string): Statement => sql`
  update service_recipients set name = '', number = 'removido-' || id, fields = '["","","","",""]', provider_id = null, body = null,
    status = case status when 'waiting' then 'failed' when 'sending' then 'uncertain' else status end, leased_until = null,
    handled_at = coalesce(handled_at, now()), updated_at = now()
  where company_id = ${companyId} and number = ${number}`;
