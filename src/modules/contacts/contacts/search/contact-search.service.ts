import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { maxScanned } from '../../../../core/database/search-functions.js';
import { normalisePhone, readPhone } from '../../../../core/phone.js';
import { countLimit } from '../../../../core/resource/page.js';
import { type FoundContacts, searchContacts } from './contact-search.queries.js';

/** Which of the contacts that are found, by name and id; otherwise all that a search brings. */
interface Wanted {
  readonly skipped?: number;
  readonly most?: number;
  /** Otherwise `total` may be more than there are. */
  readonly counting?: boolean;
}

/** Counting a frequent word costs ten times its page, so that it is counted once in so many milliseconds. */
const frequentFor = 60_000;
const mostFrequent = 1000;

/** Finds contacts by any part of name or number, without accents; through a function, because of row security (ADR 15). */
@Injectable()
export class ContactSearchService {
  /** Searches of companies that find more than a list counts, and until when that is taken for true. */
  private readonly frequent = new Map<string, number>();

  constructor(private readonly db: Db) {}

  /** A source of one row; every one of its ids has to be read under row security. */
  find(text: string, { skipped = 0, most = maxScanned, counting = false }: Wanted = {}): RawBuilder<FoundContacts> {
    return searchContacts(this.db.companyId, searchTerms(text), { skipped, most, counting });
  }

  /** Whether it is known to find more than a list counts. */
  isFrequent(text: string): boolean {
    return (this.frequent.get(this.keyOf(text)) ?? 0) > Date.now();
  }

  rememberTotal(text: string, total: number): void {
    if (total <= countLimit) return;
    if (this.frequent.size >= mostFrequent) this.frequent.clear();
    this.frequent.set(this.keyOf(text), Date.now() + frequentFor);
  }

  private keyOf(text: string): string {
    return `${this.db.companyId}:${text}`;
  }
}

/** A number is found with its mask, without the country or the ninth digit. */
function searchTerms(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  const isNumber = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text);
  if (!isNumber) return [text];
  return [
    ...new Set([digits, normalisePhone(digits), normalisePhone(`55${digits}`), readPhone(text).number ?? digits]),
  ];
}
