import { type RawBuilder, sql } from 'kysely';
import { dayIn, type Statement, startOfDay } from '../../../../core/database/statements.js';
import type { Days } from '../../../../core/resource/page.js';

/** The beginning of the first and the end of the last day in the company's time zone. */
export const dayBounds = (
  companyId: number,
  { from, until }: Days,
): RawBuilder<{ from: string | null; until: string | null }> => sql`
  select ${startOfDay(dayIn(from, sql`timezone`), sql`timezone`)} as "from",
    ${startOfDay(sql`${dayIn(until, sql`timezone`)} + 1`, sql`timezone`)} as until
  from companies where id = ${companyId}`;

/** Inserts those whose number is new; of equal numbers the first. */
export const insertContacts = (
  companyId: number,
  contacts: readonly {
    readonly name: string;
    readonly number: string;
    readonly email: string;
    readonly extraInfo: readonly object[];
  }[],
): Statement => sql`
  insert into contacts (company_id, uuid, name, number, email, extra_info)
  select ${companyId}, gen_random_uuid(), r.name, r.number, r.email, r.info
  from unnest(${contacts.map(({ name }) => name)}::text[], ${contacts.map(({ number }) => number)}::text[],
    ${contacts.map(({ email }) => email)}::text[],
    ${contacts.map(({ extraInfo }) => JSON.stringify(extraInfo))}::jsonb[]) with ordinality r (name, number, email, info, n)
  order by r.n on conflict (company_id, number) do nothing`;

/** Own tags of those ids; they stay until the transaction ends. */
export const lockTags = (companyId: number, ids: readonly number[]): RawBuilder<unknown> => sql`
  select id from tags where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id for key share`;

export interface ContactTag {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/** Tags of the rows `x` that link them to contacts. */
export const tagsJson = sql`json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.id)
  from contact_tags x join tags g on g.company_id = x.company_id and g.id = x.tag_id`;

export const tagsOf = (companyId: number, ids: readonly number[]): Statement<{ id: number; tags: ContactTag[] }> => sql`
  select s.id, (select ${tagsJson} where x.company_id = ${companyId} and x.contact_id = s.id) as tags
  from unnest(${ids}::bigint[]) s (id)`;
