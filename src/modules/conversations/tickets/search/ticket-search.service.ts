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

/** Most contacts found by name whose tickets are searched. */
const maxContacts = 1000;

/** One of the ids is null. */
export interface SearchHit {
  readonly messageId: number | null;
  readonly noteId: number | null;
  readonly snippet: string;
}

/** A ticket that a search found. */
export interface FoundTicket extends TicketRow {
  /**
   * The newest message with the words, or the newest note where no message has them; null when the ticket matches by
   * contact or protocol; absent without a text.
   */
  readonly hit?: SearchHit | null;
}

export interface FoundPage {
  /** Contains one ticket more than requested if others follow. */
  readonly found: readonly FoundTicket[];
  readonly counted: BoundedCount;
}

/** Searches tickets by contact, protocol or words of messages and notes (ADR 15). */
@Injectable()
export class TicketSearchService {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactSearchService,
    private readonly rows: TicketRowsService,
  ) {}

  /** Condition for lists in other orders. It finds a limited number of the company's tickets, visible or not. */
  async find(text: string): Promise<Condition> {
    const contacts = await this.contacts.find(text, { most: maxContacts });
    const row = await this.db.row(contactsAndTicketsWith(this.db.companyId, text, contacts));
    return matchesOf(text, row?.contacts ?? [], row?.tickets ?? []);
  }

  /** A page of the list's matching tickets, each with its newest matching message. */
  async page(text: string, page: ListedPage & { readonly statuses: readonly TicketStatus[] }): Promise<FoundPage> {
    const { where, from, offset, limit } = page;
    const contacts = await this.contacts.find(text, { most: maxContacts });
    const rows = await this.rows.found(searchedTickets(this.db.companyId, text, contacts, page), page.order);
    const [first] = rows;
    if (!first && (offset > 0 || from !== where))
      return { found: [], counted: (await this.page(text, { ...page, from: where, offset: 0 })).counted };
    const snippet = snippetsOf(text);
    return {
      found: rows.map(({ hitId, hitNoteId, hitBody, matching: _, counted: __, ...ticket }) => ({
        ...ticket,
        hit: hitBody === null ? null : { messageId: hitId, noteId: hitNoteId, snippet: snippet(hitBody) },
      })),
      counted:
        first?.counted === false ? { count: offset + limit, countIsMinimum: true } : boundedCount(first?.matching ?? 0),
    };
  }
}

const before = 12;
const length = 160;
/** Of a very long text only the beginning is searched. */
const maxLength = 4_096;
const word = /[\p{L}\p{N}]+/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Half of a surrogate pair, left where the text was cut. */
const halfOfCharacter = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/** Returns a function that cuts the part with the search's words out of a message, as one line of plain text. */
function snippetsOf(search: string): (body: string) => string {
  const words = withoutAccents(search).match(word) ?? [];
  return (body) => {
    const text = body.slice(0, maxLength).replace(/\s+/g, ' ').trim();
    const index = indexOfMatch(withoutAccents(text), words);
    const cut = Math.max(0, index - before);
    // the text before the match starts with a whole word, if there is one
    const lead = cut > 0 && text[cut - 1] !== ' ' ? text.indexOf(' ', cut) + 1 : cut;
    const from = lead > 0 && lead < index ? lead : cut;
    const to = Math.min(text.length, from + length);
    const part = text.slice(from, to).replace(halfOfCharacter, '').trim();
    return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
  };
}

/** In lower case without accents; the length stays the same, so that indexes match the text. */
const withoutAccents = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (letter) => letter.normalize('NFD').charAt(0)).toLowerCase();

/** Index of the first word that begins like a searched word, or 0; other forms of a word have the same beginning. */
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
