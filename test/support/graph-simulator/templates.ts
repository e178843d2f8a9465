import { errorAnswer, type GraphErrorAnswer } from './graph-errors.js';
import { fieldsOf } from './json-object.js';

type Fields = Record<string, unknown>;

/** A template of a business account. */
export interface SimulatedTemplate {
  name: string;
  language: string;
  category?: string;
  status?: string;
  parameter_format?: 'POSITIONAL' | 'NAMED';
  rejected_reason?: string;
  quality_score?: { score: string };
  components: Fields[];
}

const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((item) => item !== null) : [];
const gapsOf = (text: unknown): string[] => [
  ...new Set([...String(text ?? '').matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map((match) => match[1] ?? '')),
];

/** The templates of the business accounts: listed page by page, and used to validate messages. */
export class TemplateStore {
  private readonly byAccount = new Map<string, SimulatedTemplate[]>();
  /** Maximum number of templates on a page. */
  pageSize = 100;

  add(account: string, template: SimulatedTemplate): void {
    this.byAccount.set(account, [...this.of(account), template]);
  }

  remove(account: string, name: string): void {
    this.byAccount.set(
      account,
      this.of(account).filter((template) => template.name !== name),
    );
  }

  of(account: string): SimulatedTemplate[] {
    return this.byAccount.get(account) ?? [];
  }

  /** A page of the list, with an opaque cursor and a `next` only where there is more. */
  page(account: string, query: URLSearchParams, address: string): unknown {
    const all = this.of(account);
    const after = query.get('after');
    const start = after === null ? 0 : Number(Buffer.from(after, 'base64').toString()) + 1;
    const end = start + Math.min(Number(query.get('limit') ?? 25), this.pageSize);
    const cursor = (index: number): string => Buffer.from(String(index)).toString('base64');
    const last = Math.min(end, all.length) - 1;
    return {
      data: all.slice(start, end).map((template, index) => ({
        category: 'UTILITY',
        status: 'APPROVED',
        parameter_format: 'POSITIONAL',
        rejected_reason: 'NONE',
        id: String(900_000 + start + index),
        ...template,
      })),
      paging: {
        cursors: { before: cursor(start), after: cursor(last) },
        ...(end < all.length ? { next: `${address}?after=${cursor(last)}` } : {}),
      },
    };
  }

  /** The error for a template message; null when it can be sent. */
  check(account: string, part: Fields): GraphErrorAnswer | null {
    const code = fieldsOf(part['language'])?.['code'];
    const template = this.of(account).find(({ name, language }) => name === part['name'] && language === code);
    const status = template?.status ?? 'APPROVED';
    if (!template || !['APPROVED', 'PAUSED', 'DISABLED'].includes(status)) return errorAnswer(132001);
    if (status !== 'APPROVED') return errorAnswer(status === 'PAUSED' ? 132015 : 132016);
    const given = listOf(part['components']);
    return checkPart(template, given) ?? checkButtons(template, given) ?? checkCards(template, given);
  }
}

const checkPart = (template: SimulatedTemplate, given: readonly Fields[]): GraphErrorAnswer | null =>
  checkTexts(template, given, 'HEADER') ?? checkTexts(template, given, 'BODY') ?? checkHeaderFile(template, given);

/** Every card of the template, in order, each with its file and a payload for each answer. */
function checkCards(template: SimulatedTemplate, given: readonly Fields[]): GraphErrorAnswer | null {
  const cards = listOf(partOf(template, 'CAROUSEL')['cards']);
  const sent = listOf(given.find((component) => component['type'] === 'carousel')?.['cards']);
  if (cards.length !== sent.length || sent.some((card, index) => card['card_index'] !== index))
    return errorAnswer(132012, `carousel: Expected ${cards.length} cards, received ${sent.length}`);
  for (const [index, card] of cards.entries()) {
    const part = { ...template, components: listOf(card['components']) };
    const components = listOf(sent[index]?.['components']);
    const error = checkPart(part, components) ?? checkButtons(part, components, true);
    if (error) return error;
  }
  return null;
}

const partOf = ({ components }: SimulatedTemplate, type: string): Fields =>
  components.find((component) => component['type'] === type) ?? {};

function checkTexts(
  template: SimulatedTemplate,
  given: readonly Fields[],
  type: 'HEADER' | 'BODY',
): GraphErrorAnswer | null {
  const part = partOf(template, type);
  if (type === 'HEADER' && part['format'] !== undefined && part['format'] !== 'TEXT') return null;
  const wanted = gapsOf(part['text']);
  const parameters = listOf(given.find((component) => component['type'] === type.toLowerCase())?.['parameters']);
  if (wanted.length !== parameters.length)
    return errorAnswer(
      132000,
      `${type.toLowerCase()}: number of localizable_params (${parameters.length}) does not match the expected number of params (${wanted.length})`,
    );
  for (const parameter of parameters) {
    const text = parameter['text'];
    if (parameter['type'] !== 'text' || typeof text !== 'string' || text === '') return errorAnswer(132012);
    if (/[\n\t]| {5}/.test(text)) return errorAnswer(132018);
    const named = template.parameter_format === 'NAMED';
    if (named !== (parameter['parameter_name'] !== undefined)) return errorAnswer(132012);
    if (named && !wanted.includes(String(parameter['parameter_name']))) return errorAnswer(132012);
  }
  return null;
}

function checkHeaderFile(template: SimulatedTemplate, given: readonly Fields[]): GraphErrorAnswer | null {
  const format = partOf(template, 'HEADER')['format'];
  if (format === undefined || format === 'TEXT') return null;
  const kind = String(format).toLowerCase();
  const [parameter] = listOf(given.find((component) => component['type'] === 'header')?.['parameters']);
  const file = fieldsOf(parameter?.[kind]);
  return parameter?.['type'] === kind && typeof file?.['id'] === 'string'
    ? null
    : errorAnswer(
        132012,
        `header: Format mismatch, expected ${String(format)}, received ${String(parameter?.['type'])}`,
      );
}

/** @param withPayloads answers need one, as on cards */
function checkButtons(
  template: SimulatedTemplate,
  given: readonly Fields[],
  withPayloads = false,
): GraphErrorAnswer | null {
  const buttons = listOf(partOf(template, 'BUTTONS')['buttons']);
  const wanted = buttons.flatMap((button, index) => {
    if (button['type'] === 'COPY_CODE') return [{ index, kind: 'copy_code' }];
    if (button['type'] === 'QUICK_REPLY' && withPayloads) return [{ index, kind: 'quick_reply' }];
    return button['type'] === 'URL' && gapsOf(button['url']).length > 0 ? [{ index, kind: 'url' }] : [];
  });
  const sent = given.filter((component) => component['type'] === 'button');
  for (const { index, kind } of wanted) {
    const component = sent.find((each) => each['index'] === String(index) && each['sub_type'] === kind);
    const [parameter] = listOf(component?.['parameters']);
    const type = { url: 'text', copy_code: 'coupon_code', quick_reply: 'payload' }[kind] ?? '';
    const value = parameter?.[type];
    if (parameter?.['type'] !== type || typeof value !== 'string' || value === '')
      return errorAnswer(131008, `buttons: Button at index ${index} of type ${kind} requires a parameter`);
  }
  return sent.length > wanted.length ? errorAnswer(132012) : null;
}
