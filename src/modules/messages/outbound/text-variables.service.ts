import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { interpolate } from '../../../core/i18n.js';
import { exampleVariables, type TicketVariables, ticketVariables } from './outbound.queries.js';

const variable = /\{\{\s*\w+\s*\}\}/;

export const hasVariables = (text: string): boolean => variable.test(text);

/** Fills the variables of texts (behaviour.md §5); unknown ones stay as they are. */
@Injectable()
export class TextVariables {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  /** In one pass: a name that looks like a variable is not expanded. */
  fill(
    text: string,
    { name, timezone, code }: Pick<TicketVariables, 'name' | 'timezone' | 'code'>,
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

  /** A text as an example of a customer would get it now from the caller. */
  async preview(text: string): Promise<string> {
    const { companyId, actor } = this.context;
    const example = await this.db.row(exampleVariables(companyId));
    return example ? this.fill(text, example, { user: actor.name, queue: example.queue ?? '' }) : text;
  }

  /** Texts of attendants, as the customer gets them. */
  async fillAll(ticketId: number, texts: readonly string[]): Promise<readonly string[]> {
    if (!texts.some(hasVariables)) return texts;
    const values = await this.db.row(ticketVariables(this.db.companyId, ticketId));
    return values ? texts.map((text) => this.fill(text, values)) : texts;
  }
}
