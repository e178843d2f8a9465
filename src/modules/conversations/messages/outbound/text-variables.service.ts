import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { firstName } from '../../../contacts/contacts/contacts.policy.js';
import { unknownVariable } from '../messages.errors.js';
import { exampleVariables, type TicketVariables, ticketVariables } from './outbound.queries.js';

const variable = /\{\{\s*([^{}\n]{0,60}?)\s*\}\}/g;

/** The variables that every conversation has a value for. */
const known = new Set(['name', 'firstName', 'greeting', 'ms', 'protocol', 'hora', 'user', 'queue']);

/** Variables of a text that no conversation has, as they are written; people are told, robots leave them out. */
export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].flatMap(([whole, name = '']) => (known.has(name) ? [] : [whole]))),
];

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Hours and minutes in a time zone. Formats are cached, as creating one costs a hundred times its use. */
function timeFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    timeFormats.get(timeZone) ??
    new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  timeFormats.set(timeZone, format);
  return format;
}

export const hasVariables = (text: string): boolean => text.search(variable) >= 0;

/**
 * Fills `{{variables}}` with `double`, and the parts between them, which may contain `{variables}` of campaigns, with
 * `single`. Each part is filled once: a value that looks like a variable is not filled again.
 */
export const fillBoth = (
  text: string,
  { double, single }: Readonly<Record<'double' | 'single', (part: string) => string>>,
): string =>
  text
    .split(/(\{\{[^{}\n]{0,60}\}\})/)
    .map((part, index) => (index % 2 === 1 ? double(part) : single(part)))
    .join('');

/** Fills the variables of texts (behaviour.md §5); unknown ones are left out. */
@Injectable()
export class TextVariablesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  /** All variables are filled in one pass: a name that looks like a variable is not filled again. */
  fill(
    text: string,
    { name, timezone, code }: Pick<TicketVariables, 'name' | 'timezone' | 'code'>,
    more: Readonly<Record<string, string>> = {},
  ): string {
    const time = timeFormat(timezone).format(this.clock.now());
    const hour = Number(time.slice(0, 2));
    const greeting = hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite';
    const values: Readonly<Record<string, string>> = {
      name,
      firstName: firstName(name),
      greeting,
      ms: greeting,
      protocol: String(code),
      hora: time,
      ...more,
    };
    return text.replace(variable, (_, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? '') : ''));
  }

  /** The text as an example customer would get it from the caller now. */
  async preview(text: string): Promise<string> {
    const { companyId, actor } = this.context;
    const example = await this.db.row(exampleVariables(companyId));
    return example ? this.fill(text, example, { user: actor.name, queue: example.queue ?? '' }) : text;
  }

  /** @throws 400 when a person writes an unknown variable; a job or program has nobody to tell */
  assertKnown(texts: readonly string[]): void {
    const { maybeActor: actor } = this.context;
    const unknown = !actor || actor.program ? [] : texts.flatMap(unknownVariables);
    if (unknown.length > 0) throw unknownVariable([...new Set(unknown)]);
  }

  /** Fills texts of attendants with the values of the ticket. */
  async fillAll(ticketId: number, texts: readonly string[]): Promise<readonly string[]> {
    if (!texts.some(hasVariables)) return texts;
    const values = await this.db.row(ticketVariables(this.db.companyId, ticketId));
    return values ? texts.map((text) => this.fill(text, values, this.attended(values))) : texts;
  }

  /** Texts of a file list may be written for campaigns: `{nome}`, `{email}` and `{numero}` are filled, too. */
  async fillList(ticketId: number, texts: readonly string[]): Promise<readonly string[]> {
    const values = texts.some((text) => text.includes('{'))
      ? await this.db.row(ticketVariables(this.db.companyId, ticketId))
      : undefined;
    if (!values) return texts;
    const { name, email, number } = values;
    const ofCampaigns = new Map(Object.entries({ nome: name, email, numero: number }));
    return texts.map((text) =>
      fillBoth(text, {
        double: (part) => this.fill(part, values, this.attended(values)),
        single: (part) =>
          part.replace(/\{(\w+)\}/g, (whole, key: string) => ofCampaigns.get(key.toLowerCase()) ?? whole),
      }),
    );
  }

  private attended({ user, queue }: TicketVariables): Readonly<Record<'user' | 'queue', string>> {
    return { user: this.context.maybeActor?.name ?? user ?? '', queue: queue ?? '' };
  }

  /** Fills texts for contacts without a conversation. */
  async withoutTicket(): Promise<(text: string, name: string) => string> {
    const example = await this.db.row(exampleVariables(this.db.companyId));
    return (text, name) => (example ? this.fill(text, { ...example, name }, { protocol: '' }) : text);
  }
}
