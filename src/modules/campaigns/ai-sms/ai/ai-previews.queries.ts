import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

export interface NextRecipient {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
}

/** The recipients who are written to next. */
export const nextRecipients = (companyId: number, campaignId: number, limit: number): Statement<NextRecipient> => sql`
  select r.id, r.name, r.number, r.fields from service_recipients r
  where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and r.status = 'waiting'
    and not exists (select from contacts c where c.company_id = r.company_id and c.number = r.number and c.opted_out)
  order by r.id limit ${limit}`;
