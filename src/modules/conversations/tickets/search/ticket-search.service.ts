import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { type Condition, offsetBy } from '../../../../core/database/statements.js';
import { type BoundedCount, boundedCount } from '../../../../core/resource/page.js';
import { ContactSearch } from '../../../contacts/contacts/search/contact-search.service.js';
import { TicketRows } from '../crud/ticket-rows.service.js';
import { ticketMessages } from '../queries/ticket-messages.queries.js';
import { orderedBy, type TicketOrder, type TicketRow, ticketOrders } from '../queries/tickets.queries.js';
import type { TicketStatus } from '../ticket.entity.js';

/** Conversations of so many contacts are found by their names. */
const maxContacts = 1000;
/** So many tickets are compared at first; with fewer matches among them the indexes find a page at less cost. */
const firstCompared = 40;
const fewestMatches = 5;
const maxCompared = 600;

/** A ticket that a search found; `hit`: its newest message with the words, null when it was found by contact or protocol. */
export interface FoundTicket extends TicketRow {
  /** Of a search by text: the newest message with the words; null when the ticket matches otherwise. */
  readonly hit?: { readonly messageId: number; readonly snippet: string } | null;
}

/** Of the tickets that the list would show, in its order. */
export interface ListedPage {
  /** The filters, on what the caller may see; `from`: after the cursor, too. */
  readonly where: Condition;
  readonly from: Condition;
  readonly order: TicketOrder;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundPage {
  /** One more than asked where there are more. */
  readonly found: readonly FoundTicket[];
  readonly counted: BoundedCount;
}

/** Tickets by contact, protocol or words of messages (ADR 15). */
@Injectable()
export class TicketSearch {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactSearch,
    private readonly rows: TicketRows,
  ) {}

  /** As a condition, for other orders than the list's. What it finds is bounded and the company's, not the caller's. */
  async find(text: string): Promise<Condition> {
    const row = await this.db.row<{ contacts: number[]; tickets: number[] }>(sql`select
         (select to_json(f.ids) from ${this.contacts.find(text, { most: maxContacts })} f) as contacts,
         coalesce((select json_agg(distinct f.ticket_id)
           from (${ticketMessages().search(this.db.companyId, text)}) f), '[]') as tickets`);
    const [contacts, tickets] = [row?.contacts ?? [], row?.tickets ?? []];
    // an empty list would be planned with any partial index
    const matches = [
      ...(contacts.length > 0 ? [sql`t.contact_id = any(${contacts}::bigint[])`] : []),
      ...(tickets.length > 0 ? [sql`t.id = any(${tickets}::bigint[])`] : []),
      ...hasCode(text),
    ];
    return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`false`;
  }

  /**
   * Compares the tickets of the list in its order while that promises to fill the page, which it does for frequent words;
   * otherwise what the indexes find is added.
   */
  async page(text: string, page: ListedPage & { readonly statuses: readonly TicketStatus[] }): Promise<FoundPage> {
    const { where, from, statuses, order, offset, limit } = page;
    const { companyId } = this.db;
    const messages = ticketMessages();
    const at = sql.ref(ticketOrders[order]);
    const byContact: Condition = sql`t.contact_id = any((select s.contacts from searched s)::bigint[])`;
    const byContactOrCode: Condition = sql`(${sql.join([byContact, ...hasCode(text)], sql` or `)})`;
    // by status, because their index begins with it
    const ofStatus = statuses.map(
      (status) => sql`(select t.id, t.company_id, t.contact_id, t.code, t.${at} from tickets t
        where ${from} and t.status = ${sql.lit(status)} ${orderedBy(order)} limit ${sql.lit(maxCompared)})`,
    );
    const compared = (part: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      (select t.* from (${sql.join(ofStatus, sql` union all `)}) t ${orderedBy(order)} ${part}) t
      left join lateral (${messages.newestWith(sql`(select s.words from searched s)`)}) h on true`;
    const wanted = sql`${sql.lit(limit + 1)}${offset === 0 ? sql`` : sql` + ${offset}::int`}`;
    const isFull: Condition = sql`(select count(*) from compared) >= ${wanted}`;
    const rows = await this.rows.found(
      sql`with searched as materialized (
          select ${messages.words(companyId, text)} as words, f.ids as contacts from ${this.contacts.find(text, { most: maxContacts })} f),
        first as materialized (
          select t.id, t.${at} as at, h.id as hit_id, h.body as hit_body, h.id is not null or ${byContactOrCode} as matches from ${compared(sql`limit ${sql.lit(firstCompared)}`)}),
        compared as materialized (
          (select f.id, f.at, f.hit_id, f.hit_body from first f where f.matches)
          union all
          (select t.id, t.${at}, h.id, h.body from ${compared(sql`limit case when (select count(*) from first f where f.matches) < ${sql.lit(fewestMatches)}
              then 0 else ${sql.lit(maxCompared)} end offset ${sql.lit(firstCompared)}`)}
            where h.id is not null or ${byContactOrCode})
          limit ${wanted}),
        indexed as materialized (
          select f.ticket_id, max(f.message_id) as hit_id from (${messages.search(companyId, text)}) f where not (${isFull}) group by 1),
        found as materialized (
          select f.id, max(f.at) as at, max(f.hit_id) as hit_id, max(f.hit_body) as hit_body, bool_or(f.follows) as follows from (
            select c.id, c.at, c.hit_id, c.hit_body, true as follows from compared c
            union all
            select t.id, t.${at}, i.hit_id, null, ${from === where ? sql`true` : from} from tickets t left join indexed i on i.ticket_id = t.id
            where ${where} and not (${isFull}) and (t.id = any(array(select i.ticket_id from indexed i)) or ${byContactOrCode})) f group by 1),
        page as materialized (
          select f.id, f.hit_id, f.hit_body from found f where f.follows order by f.at desc, f.id desc
          limit ${sql.lit(limit + 1)} ${offsetBy(offset)})
        select t.*, p.hit_id, p.hit_body, (select count(*) from found) as matching, not (${isFull}) as counted
        from (select t.* from tickets t where t.id = any(array(select p.id from page p))) t join page p on p.id = t.id`,
      order,
    );
    const [first] = rows;
    if (!first && (offset > 0 || from !== where))
      return { found: [], counted: (await this.page(text, { ...page, from: where, offset: 0 })).counted };
    const snippet = snippetsOf(text);
    return {
      found: rows.map(({ hitId, hitBody, matching: _, counted: __, ...ticket }) => ({
        ...ticket,
        hit: hitId === null || hitBody === null ? null : { messageId: hitId, snippet: snippet(hitBody) },
      })),
      counted:
        first?.counted === false ? { count: offset + limit, countIsMinimum: true } : boundedCount(first?.matching ?? 0),
    };
  }
}

function hasCode(text: string): Condition[] {
  const code = /^#?(\d{1,9})$/.exec(text)?.[1];
  return code === undefined ? [] : [sql`t.code = ${Number(code)}`];
}

const before = 12;
const length = 160;
/** Only the beginning of a very long text is searched. */
const maxLength = 4_096;
const word = /[\p{L}\p{N}]+/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Where a surrogate pair was cut. */
const halfOfCharacter = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/** Of a search: the part of a message in which it found something, in one line, as plain text. */
function snippetsOf(search: string): (body: string) => string {
  const words = withoutAccents(search).match(word) ?? [];
  return (body) => {
    const text = body.slice(0, maxLength).replace(/\s+/g, ' ').trim();
    const index = indexOfMatch(withoutAccents(text), words);
    const cut = Math.max(0, index - before);
    // the lead begins with a whole word, where it holds one
    const lead = cut > 0 && text[cut - 1] !== ' ' ? text.indexOf(' ', cut) + 1 : cut;
    const from = lead > 0 && lead < index ? lead : cut;
    const to = Math.min(text.length, from + length);
    const part = text.slice(from, to).replace(halfOfCharacter, '').trim();
    return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
  };
}

/** Small, and as long as the text, so that indexes stay the same. */
const withoutAccents = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (letter) => letter.normalize('NFD').charAt(0)).toLowerCase();

/** Where the first of the words begins, 0 where there is none; another form of a word shares its beginning. */
function indexOfMatch(text: string, words: readonly string[]): number {
  const indexes = words.flatMap((wanted) => {
    const beginning = wanted.slice(0, 3);
    let [most, index] = [0, -1];
    for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
      const common = letterOrDigit.test(text.charAt(at - 1)) ? 0 : commonStart(text, at, wanted);
      if (common > most) [most, index] = [common, at];
    }
    return index < 0 ? [] : [index];
  });
  return indexes.length > 0 ? Math.min(...indexes) : 0;
}

function commonStart(text: string, at: number, wanted: string): number {
  let length = 0;
  while (length < wanted.length && text[at + length] === wanted[length]) length += 1;
  return length;
}
