import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { normalisePhone } from './phone.js';

/** Finds contacts by any part of name or number, without accents; through a function, because of row security (ADR 15). */
@Injectable()
export class ContactSearch {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** A number is found with its mask, without the country or the ninth digit. */
  searchTerms(text: string): string[] {
    const digits = text.replace(/\D/g, '');
    const isNumber = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text);
    return isNumber ? [...new Set([digits, normalisePhone(digits), normalisePhone(`55${digits}`)])] : [text];
  }

  /** A thousand at most. */
  async findIds(text: string): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(
      sql`select f as id from search_contacts(${this.context.companyId}, ${this.searchTerms(text)}::text[]) f`,
    );
    return rows.map(({ id }) => id);
  }
}
