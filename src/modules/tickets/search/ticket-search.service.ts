import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import { ContactSearch } from '../../contacts/contact-search.service.js';
import { ticketMessages } from '../ticket-messages.queries.js';
import type { TicketRow } from '../tickets.queries.js';

/** A ticket that a search found; `hit`: its newest message with the words, null when it was found by contact or protocol. */
export interface FoundTicket extends TicketRow {
  /** Of a search by text: the newest message with the words; null when the ticket matches otherwise. */
  readonly hit?: { readonly messageId: number; readonly snippet: string } | null;
}

/** What a text finds, not yet restricted to what the caller sees. */
export interface TicketMatches {
  readonly text: string;
  readonly where: Condition;
  /** The newest message with the words, by ticket. */
  readonly hits: ReadonlyMap<number, number>;
}

/**
 * Tickets by contact, protocol or words of messages. What it finds is bounded and the company's, not the caller's: the list
 * adds that restriction.
 */
@Injectable()
export class TicketSearch {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactSearch,
  ) {}

  async find(text: string): Promise<TicketMatches> {
    const { companyId } = this.db;
    const row = await this.db.row<{ contacts: number[]; hits: [number, number][] }>(sql`select
         coalesce((select json_agg(f) from search_contacts(${companyId}, ${this.contacts.searchTerms(text)}::text[]) f), '[]') as contacts,
         coalesce((select json_agg(json_build_array(h.ticket_id, h.message_id))
           from (select f.ticket_id, max(f.message_id) as message_id
             from (${ticketMessages().search(companyId, text)}) f group by 1) h), '[]') as hits`);
    const hits = new Map(row?.hits);
    const contacts = row?.contacts ?? [];
    const code = /^#?(\d{1,9})$/.exec(text)?.[1];
    // an empty list would be planned with any partial index
    const matches = [
      ...(contacts.length > 0 ? [sql`t.contact_id = any(${contacts}::bigint[])`] : []),
      ...(hits.size > 0 ? [sql`t.id = any(${[...hits.keys()]}::bigint[])`] : []),
      ...(code === undefined ? [] : [sql`t.code = ${Number(code)}`]),
    ];
    return { text, hits, where: matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`false` };
  }

  async withHits({ text, hits }: TicketMatches, rows: readonly TicketRow[]): Promise<FoundTicket[]> {
    const ids = rows.flatMap(({ id }) => hits.get(id) ?? []);
    const found =
      ids.length === 0
        ? []
        : await this.db.rows<{ id: number; body: string }>(sql`
            select f.id, f.body from (${ticketMessages().bodies(this.db.companyId, ids)}) f`);
    const bodies = new Map(found.map(({ id, body }) => [id, body]));
    return rows.map((row) => {
      const messageId = hits.get(row.id);
      const body = messageId === undefined ? undefined : bodies.get(messageId);
      return {
        ...row,
        hit: messageId === undefined || body === undefined ? null : { messageId, snippet: snippetOf(body, text) },
      };
    });
  }
}

const before = 12;
const length = 160;
/** Only the beginning of a very long text is searched. */
const maxLength = 4_096;

/** The part of a message in which a search found something, in one line, as plain text. */
export function snippetOf(body: string, search: string): string {
  const letters = [...body.slice(0, maxLength).replace(/\s+/g, ' ').trim()];
  const index = indexOfMatch(letters.map(withoutAccent).join(''), search);
  const cut = Math.max(0, index - before);
  // the lead begins with a whole word, where it holds one
  const word = cut > 0 && letters[cut - 1] !== ' ' ? letters.indexOf(' ', cut) + 1 : cut;
  const from = word > 0 && word < index ? word : cut;
  const to = Math.min(letters.length, from + length);
  return `${from > 0 ? '…' : ''}${letters.slice(from, to).join('').trim()}${to < letters.length ? '…' : ''}`;
}

/** One character for each, so that indexes stay the same: without its accent, small. */
function withoutAccent(letter: string): string {
  return letter.normalize('NFD').toLowerCase().charAt(0);
}

/** Where the first of the words begins, 0 where there is none; another form of a word shares its beginning. */
function indexOfMatch(text: string, search: string): number {
  const words =
    [...search]
      .map(withoutAccent)
      .join('')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const indexes = words.flatMap((word) => {
    for (let end = word.length; end >= Math.min(3, word.length); end -= 1) {
      const index = ` ${text}`.search(new RegExp(`[^\\p{L}\\p{N}]${word.slice(0, end)}`, 'u'));
      if (index >= 0) return [index];
    }
    return [];
  });
  return indexes.length > 0 ? Math.min(...indexes) : 0;
}
