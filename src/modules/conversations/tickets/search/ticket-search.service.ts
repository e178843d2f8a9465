import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { type BoundedCount, boundedCount } from '../../../../core/resource/page.js';
import { ContactSearchService } from '../../../contacts/contacts/search/contact-search.service.js';
import { TicketRowsService } from '../crud/ticket-rows.service.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import type { TicketStatus } from '../ticket.entity.js';
import type { ListedPage } from './ticket-list.queries.js';
import { contactsAndTicketsWith, matchesOf, searchedTickets } from './ticket-search.queries.js';

/** Conversations of so many contacts are found by their names. */
const maxContacts = 1000;

/** A ticket that a search found; `hit`: its newest message with the words, null when it was found by contact or protocol. */
export interface FoundTicket extends TicketRow {
  /** Of a search by text: the newest message with the words; null when the ticket matches otherwise. */
  readonly hit?: { readonly messageId: number; readonly snippet: string } | null;
}

export interface FoundPage {
  /** One more than asked where there are more. */
  readonly found: readonly FoundTicket[];
  readonly counted: BoundedCount;
}

/** Tickets by contact, protocol or words of messages (ADR 15). */
@Injectable()
export class TicketSearchService {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactSearchService,
    private readonly rows: TicketRowsService,
  ) {}

  /** As a condition, for other orders than the list's. What it finds is bounded and the company's, not the caller's. */
  async find(text: string): Promise<Condition> {
    const contacts = this.contacts.find(text, { most: maxContacts });
    const row = await this.db.row(contactsAndTicketsWith(this.db.companyId, text, contacts));
    return matchesOf(text, row?.contacts ?? [], row?.tickets ?? []);
  }

  /** A page of the list's tickets that match, with the newest message that matches. */
  async page(text: string, page: ListedPage & { readonly statuses: readonly TicketStatus[] }): Promise<FoundPage> {
    const { where, from, offset, limit } = page;
    const rows = await this.rows.found(
      searchedTickets(this.db.companyId, text, this.contacts.find(text, { most: maxContacts }), page),
      page.order,
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
