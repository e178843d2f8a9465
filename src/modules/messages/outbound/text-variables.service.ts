import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../core/clock.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { interpolate } from '../../../core/i18n.js';

/** What the texts of a conversation are filled with. */
export interface TextVariableValues {
  readonly name: string;
  readonly timezone: string;
  readonly code: number;
}

const variable = /\{\{\s*\w+\s*\}\}/;

export const hasVariables = (text: string): boolean => variable.test(text);

/** Variables of texts (behaviour.md §5); what is none of them stays as it was written. */
@Injectable()
export class TextVariables {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  /** In one pass: a name that looks like a variable is not expanded. `more`: further variables. */
  fill(
    text: string,
    { name, timezone, code }: TextVariableValues,
    more: Readonly<Record<string, string>> = {},
  ): string {
    const now = this.clock.now();
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone }).format(now),
    );
    const greeting = hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite';
    return interpolate(text, {
      name,
      firstName: name.split(' ')[0] ?? name,
      greeting,
      ms: greeting,
      protocol: code,
      hora: new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(now),
      ...more,
    });
  }

  /** Texts that clients leave to be filled. */
  async fillAll(ticketId: number, texts: readonly string[]): Promise<readonly string[]> {
    if (!texts.some(hasVariables)) return texts;
    const facts = await this.db.row<TextVariableValues>(
      sql`select c.name, co.timezone, t.code from tickets t join contacts c on c.company_id = t.company_id
       and c.id = t.contact_id
       join companies co on co.id = t.company_id where t.company_id = ${this.context.companyId} and t.id = ${ticketId}`,
    );
    return facts ? texts.map((text) => this.fill(text, facts)) : texts;
  }
}
