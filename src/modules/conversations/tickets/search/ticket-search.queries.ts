import { type RawBuilder, sql } from 'kysely';
import { type Condition, offsetBy, type Statement } from '../../../../core/database/statements.js';
import { ticketMessages } from '../queries/ticket-messages.queries.js';
import { orderedBy, ticketOrders } from '../queries/tickets.queries.js';
import type { TicketStatus } from '../ticket.entity.js';
import type { ListedPage } from './ticket-list.queries.js';

/** Number of tickets compared at first. If fewer than `fewestMatches` of them match, the indexes are cheaper. */
const firstCompared = 40;
const fewestMatches = 5;
const maxCompared = 600;

/** Tickets with the words in their notes, each with the newest such note. */
const noted = (companyId: number, text: string): RawBuilder<unknown> =>
  sql`select n.ticket_id, max(n.note_id) as note_id from search_notes(${companyId}, ${text}) n group by 1`;

/** Ids of contacts that `contacts` selects, and of tickets with the words in their messages or notes. */
export const contactsAndTicketsWith = (
  companyId: number,
  text: string,
  contacts: RawBuilder<unknown>,
): Statement<{ contacts: number[]; tickets: number[] }> => sql`select
  (select to_json(f.ids) from ${contacts} f) as contacts,
  coalesce((select json_agg(distinct f.ticket_id) from (select s.ticket_id from (${ticketMessages().search(companyId, text)}) s
    union all select n.ticket_id from (${noted(companyId, text)}) n) f), '[]') as tickets`;

/** Tickets of the contacts, tickets with these ids, and the ticket whose protocol is the text. */
export function matchesOf(text: string, contacts: readonly number[], tickets: readonly number[]): Condition {
  // left out when empty, as PostgreSQL would plan an empty list with any partial index
  const matches = [
    ...(contacts.length > 0 ? [sql`t.contact_id = any(${contacts}::bigint[])`] : []),
    ...(tickets.length > 0 ? [sql`t.id = any(${tickets}::bigint[])`] : []),
    ...hasCode(text),
  ];
  return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`false`;
}

function hasCode(text: string): Condition[] {
  const code = /^#?(\d{1,9})$/.exec(text)?.[1];
  return code === undefined ? [] : [sql`t.code = ${Number(code)}`];
}

/**
 * Compares the list's tickets in their order as long as that is likely to fill the page, as with frequent words;
 * otherwise adds tickets that the indexes find.
 * @param contacts selects `ids` of contacts
 */
export function searchedTickets(
  companyId: number,
  text: string,
  contacts: RawBuilder<unknown>,
  { where, from, statuses, order, offset, limit }: ListedPage & { readonly statuses: readonly TicketStatus[] },
): RawBuilder<unknown> {
  const messages = ticketMessages();
  const at = sql.ref(ticketOrders[order]);
  const byContact: Condition = sql`t.contact_id = any((select s.contacts from searched s)::bigint[])`;
  const byNote: Condition = sql`t.id = any((select array(select n.ticket_id from noted n))::bigint[])`;
  const byOther: Condition = sql`(${sql.join([byContact, byNote, ...hasCode(text)], sql` or `)})`;
  // one subselect per status, as the index begins with the status
  const ofStatus = statuses.map(
    (status) => sql`(select t.id, t.company_id, t.contact_id, t.code, t.${at} from tickets t
      where ${from} and t.status = ${sql.lit(status)} ${orderedBy(order)} limit ${sql.lit(maxCompared)})`,
  );
  const compared = (part: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select t.* from (${sql.join(ofStatus, sql` union all `)}) t ${orderedBy(order)} ${part}) t
    left join lateral (${messages.newestWith(sql`(select s.words from searched s)`)}) h on true`;
  const wanted = sql`${sql.lit(limit + 1)}${offset === 0 ? sql`` : sql` + ${offset}::int`}`;
  const isFull: Condition = sql`(select count(*) from compared) >= ${wanted}`;
  return sql`with searched as materialized (
    select ${messages.words(companyId, text)} as words, f.ids as contacts from ${contacts} f),
  noted as materialized (${noted(companyId, text)}),
  first as materialized (
    select t.id, t.${at} as at, h.id as hit_id, h.body as hit_body, h.id is not null or ${byOther} as matches from ${compared(sql`limit ${sql.lit(firstCompared)}`)}),
  compared as materialized (
    (select f.id, f.at, f.hit_id, f.hit_body from first f where f.matches)
    union all
    (select t.id, t.${at}, h.id, h.body from ${compared(sql`limit case when (select count(*) from first f where f.matches) < ${sql.lit(fewestMatches)}
        then 0 else ${sql.lit(maxCompared)} end offset ${sql.lit(firstCompared)}`)}
      where h.id is not null or ${byOther})
    limit ${wanted}),
  indexed as materialized (
    select f.ticket_id, max(f.message_id) as hit_id from (${messages.search(companyId, text)}) f where not (${isFull}) group by 1),
  found as materialized (
    select f.id, max(f.at) as at, max(f.hit_id) as hit_id, max(f.hit_body) as hit_body, bool_or(f.follows) as follows from (
      select c.id, c.at, c.hit_id, c.hit_body, true as follows from compared c
      union all
      select t.id, t.${at}, i.hit_id, null, ${from === where ? sql`true` : from} from tickets t left join indexed i on i.ticket_id = t.id
      where ${where} and not (${isFull}) and (t.id = any(array(select i.ticket_id from indexed i)) or ${byOther})) f group by 1),
  page as materialized (
    select f.id, f.hit_id, f.hit_body from found f where f.follows order by f.at desc, f.id desc
    limit ${sql.lit(limit + 1)} ${offsetBy(offset)})
  select t.*, p.hit_id, p.hit_body, n.note_id as hit_note_id, (select count(*) from found) as matching, not (${isFull}) as counted
  from (select t.* from tickets t where t.id = any(array(select p.id from page p))) t join page p on p.id = t.id
  left join noted n on n.ticket_id = t.id and p.hit_id is null`;
}
