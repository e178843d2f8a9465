import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { maxScanned } from '../../../../core/database/search-functions.js';
import { normalisePhone, readPhone } from '../../../../core/phone.js';
import { countLimit } from '../../../../core/resource/page.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { type FoundContacts, searchContacts } from './contact-search.queries.js';

/** Which part of the found contacts, by name and id; by default all that a search returns. */
interface Wanted {
  readonly skipped?: number;
  readonly most?: number;
  /** If false, `total` may be higher than the actual number. */
  readonly counting?: boolean;
}

/** Counting a frequent word takes ten times as long as its page, so it is counted once in this many milliseconds. */
const frequentFor = 60_000;
const mostFrequent = 1000;

/** Finds contacts by any part of name or number, ignoring accents, through a database function (ADR 15). */
@Injectable()
export class ContactSearchService {
  /** Searches by company that find more than a list counts, with the time at which this expires. */
  private readonly frequent = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly settings: SettingsService,
  ) {}

  /** A source of one row; its ids must still be read under row-level security. */
  async find(
    text: string,
    { skipped = 0, most = maxScanned, counting = false }: Wanted = {},
  ): Promise<RawBuilder<FoundContacts>> {
    return searchContacts(this.db.companyId, await this.terms(text), { skipped, most, counting });
  }

  /** Whether the search is known to find more than a list counts. */
  isFrequent(text: string): boolean {
    return (this.frequent.get(this.keyOf(text)) ?? 0) > Date.now();
  }

  rememberTotal(text: string, total: number): void {
    if (total <= countLimit) return;
    if (this.frequent.size >= mostFrequent) this.frequent.clear();
    this.frequent.set(this.keyOf(text), Date.now() + frequentFor);
  }

  /** A number may be typed with punctuation, without the country code or without the ninth digit. */
  private async terms(text: string): Promise<string[]> {
    const digits = text.replace(/\D/g, '');
    const isNumber = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text);
    if (!isNumber) return [text];
    const { number = digits } = readPhone(text, await this.settings.get('country'));
    return [...new Set([digits, normalisePhone(digits), number])];
  }

  private keyOf(text: string): string {
    return `${this.db.companyId}:${text}`;
  }
}
