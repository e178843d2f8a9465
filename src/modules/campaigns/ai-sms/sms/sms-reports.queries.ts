import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import type { RecipientStatus } from '../ai-sms-recipient.entity.js';
import type { SmsGatewayName } from './sms-gateway.entity.js';

/** SMS without a report are asked for during one day, as operators report within a day. */
const askedFor = sql`r.status = 'sent' and r.provider_id is not null and r.message_id is null
  and r.handled_at > now() - interval '1 day'`;

/** A job for each company with SMS that may have been reported. */
export const companiesToAskFor: RawBuilder<SelectedJob> = sql`select distinct r.company_id, '{}'::jsonb as payload, 'sms-reports:' || r.company_id as key, now() as run_at
        from service_recipients r where ${askedFor}`;

export interface SentSms {
  readonly id: number;
  readonly providerId: string;
  readonly gateway: SmsGatewayName;
}

/** The SMS whose last request is the longest ago come first. */
export const smsToAskFor = (companyId: number, limit: number): Statement<SentSms> => sql`
        select r.id, r.provider_id as "providerId", c.gateway from service_recipients r
        join service_campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
        where r.company_id = ${companyId} and c.kind = 'sms' and ${askedFor} order by r.updated_at, r.id limit ${limit}`;

export const storeSmsStatus = (companyId: number, id: number, status: RecipientStatus): Statement =>
  sql`update service_recipients set status = ${status}, updated_at = now()
        where company_id = ${companyId} and id = ${id} and status = 'sent'`;
