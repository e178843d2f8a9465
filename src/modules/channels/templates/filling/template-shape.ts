export type HeaderKind = 'none' | 'text' | 'image' | 'video' | 'document';

export interface TemplateVariable {
  /** The number or name between the braces. */
  readonly name: string;
  readonly example: string;
}

export interface TemplateButton {
  readonly index: number;
  readonly kind: 'quick_reply' | 'url' | 'phone' | 'copy_code';
  readonly text: string;
  /** The address ends with `{{1}}` when it has a variable. */
  readonly url: string | null;
  /** Whether each message needs a value for the button. */
  readonly variable: boolean;
  readonly example: string;
}

/** Texts, buttons and variables of a template, or of a card of its carousel. */
export interface TemplatePart {
  readonly header: {
    readonly kind: HeaderKind;
    readonly text: string;
    readonly variables: readonly TemplateVariable[];
  };
  readonly body: { readonly text: string; readonly variables: readonly TemplateVariable[] };
  readonly buttons: readonly TemplateButton[];
}

/** A parsed template: its texts and variables. */
export interface TemplateShape extends TemplatePart {
  readonly footer: string;
  /** The cards of a carousel, each with its own picture or video. */
  readonly cards: readonly TemplatePart[];
  /** false: the template has parts that we cannot fill (catalogues, flows, offers, locations). */
  readonly sendable: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const upper = (value: unknown): string => text(value).toUpperCase();

export const variablePattern = /\{\{\s*([\w-]+)\s*\}\}/g;

const headerKinds: Readonly<Record<string, HeaderKind>> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};

const buttonKinds: Readonly<Record<string, TemplateButton['kind']>> = {
  QUICK_REPLY: 'quick_reply',
  URL: 'url',
  PHONE_NUMBER: 'phone',
  COPY_CODE: 'copy_code',
};

/** Parses the components of a template; never throws. */
export function parseTemplateShape(components: unknown): TemplateShape {
  const parts = list(components).map(record);
  const carousel = componentOf(parts, 'CAROUSEL');
  const cards = list(carousel?.['cards']).map((card) => readPart(list(record(card)['components']).map(record)));
  const { complete, ...main } = readPart(parts, ['FOOTER', 'CAROUSEL']);
  return {
    ...main,
    footer: text(componentOf(parts, 'FOOTER')?.['text']),
    cards: cards.map(({ complete: _, ...card }) => card),
    sendable:
      complete &&
      main.body.text !== '' &&
      (carousel === undefined || cards.length > 0) &&
      cards.every((card) => card.complete && (card.header.kind === 'image' || card.header.kind === 'video')),
  };
}

const componentOf = (parts: readonly Json[], type: string): Json | undefined =>
  parts.find((each) => upper(each['type']) === type);

/** @returns also `complete`: whether it has no components except those read here and `others` */
function readPart(parts: readonly Json[], others: readonly string[] = []): TemplatePart & { complete: boolean } {
  const header = componentOf(parts, 'HEADER') ?? {};
  const body = componentOf(parts, 'BODY') ?? {};
  const format = upper(header['format']);
  const kind = format === '' ? 'none' : headerKinds[format];
  const buttons = list(componentOf(parts, 'BUTTONS')?.['buttons']).map((each, index) =>
    readButton(record(each), index),
  );
  const known = ['HEADER', 'BODY', 'BUTTONS', ...others];
  return {
    header: { kind: kind ?? 'none', text: text(header['text']), variables: variablesOf(header, 'header') },
    body: { text: text(body['text']), variables: variablesOf(body, 'body') },
    buttons: buttons.filter((button) => button !== null),
    complete:
      kind !== undefined && !buttons.includes(null) && parts.every((each) => known.includes(upper(each['type']))),
  };
}

function readButton(button: Json, index: number): TemplateButton | null {
  const kind = buttonKinds[upper(button['type'])];
  if (kind === undefined) return null;
  const url = kind === 'url' ? text(button['url']) : null;
  const examples = list(button['example']);
  return {
    index,
    kind,
    text: text(button['text']),
    url,
    variable: kind === 'copy_code' || (url !== null && new RegExp(variablePattern.source).test(url)),
    example: text(examples[0]) || text(button['example']),
  };
}

/** The variables of a text in order, each only once, with their examples. */
function variablesOf(component: Json, section: 'header' | 'body'): TemplateVariable[] {
  const names = [...new Set([...text(component['text']).matchAll(variablePattern)].map((match) => match[1] ?? ''))];
  const example = record(component['example']);
  const named = new Map(
    list(example[`${section}_text_named_params`]).map((each) => [
      text(record(each)['param_name']),
      text(record(each)['example']),
    ]),
  );
  // the examples of a body are a list of lists, those of a header a single list
  const numbered = list(example[`${section}_text`]);
  const row = Array.isArray(numbered[0]) ? list(numbered[0]) : numbered;
  const ordered = names.toSorted((a, b) => Number(a) - Number(b) || 0);
  return ordered.map((name, index) => ({ name, example: named.get(name) ?? text(row[index]) }));
}
