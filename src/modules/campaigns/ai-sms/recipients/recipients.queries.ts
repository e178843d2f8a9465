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

/** The recipient whose filled text has the most characters. */
export interface LongestRecipient {
  readonly rows: number;
  readonly tooLong: number;
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
}

/** @param text its own characters, how often name, number and each field stand in it, and how many an SMS may have */
export const longestRecipient = (
  companyId: number,
  campaignId: number,
  text: { readonly fixed: number; readonly variables: readonly number[]; readonly most: number },
): Statement<LongestRecipient> => sql`
  select count(*) over ()::int as rows, count(*) filter (where l.length > ${text.most}) over ()::int as "tooLong",
    r.name, r.number, r.fields
  from service_recipients r cross join lateral (
    select ${text.fixed} + coalesce(sum(char_length(v.value) * (${text.variables}::int[])[v.position]), 0) as length
    from jsonb_array_elements_text(jsonb_build_array(r.name, r.number) || r.fields) with ordinality v(value, position)) l
  where r.company_id = ${companyId} and r.campaign_id = ${campaignId} order by l.length desc, r.id limit 1`;
