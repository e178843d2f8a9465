import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Removes all tags of the ticket except these. */
export const removeOtherTags = (companyId: number, ticketId: number, tagIds: readonly number[]): Statement => sql`
  delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId}
   and tag_id <> all(${tagIds}::bigint[])`;

export const addTags = (companyId: number, ticketId: number, tagIds: readonly number[]): Statement => sql`
  insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ${ticketId}, tag_id
   from unnest(${tagIds}::bigint[]) tag_id
   on conflict (company_id, ticket_id, tag_id) do nothing`;

export const addTag = (companyId: number, ticketId: number, tagId: number): Statement => sql`
  insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${ticketId}, ${tagId})
  on conflict (company_id, ticket_id, tag_id) do nothing`;

/** Like {@link addTag}, but adds nothing when the ticket does not exist. */
export const addTagIfTicketExists = (companyId: number, ticketId: number, tagId: number): Statement => sql`
  insert into ticket_tags (company_id, ticket_id, tag_id) select t.company_id, t.id, ${tagId} from tickets t
  where t.company_id = ${companyId} and t.id = ${ticketId}
  on conflict (company_id, ticket_id, tag_id) do nothing`;

export const removeTag = (companyId: number, ticketId: number, tagId: number): Statement =>
  sql`delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId} and tag_id = ${tagId}`;

/** Number of tickets with each tag, counted up to the limit. */
export const ticketCounts = (
  companyId: number,
  tagIds: readonly number[],
  limit: number,
): Statement<{ tagId: number; ticketsCount: number }> => sql`
  select g.id as "tagId", (select count(*)::int from (select from ticket_tags tt
   where tt.company_id = ${companyId} and tt.tag_id = g.id limit ${limit}) x) as "ticketsCount"
   from unnest(${tagIds}::bigint[]) g (id)`;
