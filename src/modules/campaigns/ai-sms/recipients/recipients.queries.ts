import { sql } from 'kysely';
import { among, type Statement } from '../../../../core/database/statements.js';

/** A row of a file to be stored. */
export interface NewRecipient {
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
}

export const insertRecipients = (
  companyId: number,
  { campaignId, fileId }: { campaignId: number; fileId: number },
  rows: readonly NewRecipient[],
): Statement<{ number: string }> => sql`
  insert into service_recipients (company_id, campaign_id, file_id, name, number, fields)
  select ${companyId}, ${campaignId}, ${fileId}, n->>'name', n->>'number', n->'fields'
  from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e(n, position) order by position
  on conflict (company_id, campaign_id, number) do nothing returning number`;

/** The numbers whose contacts have opted out of campaigns. */
export const optedOutNumbers = (companyId: number, numbers: readonly string[]): Statement<{ number: string }> => sql`
  select c.number from contacts c where c.company_id = ${companyId} and ${among('c.number', numbers, 'text')} and c.opted_out`;
