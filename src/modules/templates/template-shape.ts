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
  /** Ends with `{{1}}` when it has a variable. */
  readonly url: string | null;
  /** Needs a value for each message. */
  readonly variable: boolean;
  readonly example: string;
}

/** A parsed template: its texts and variables. */
export interface TemplateShape {
  readonly header: {
    readonly kind: HeaderKind;
    readonly text: string;
    readonly variables: readonly TemplateVariable[];
  };
  readonly body: { readonly text: string; readonly variables: readonly TemplateVariable[] };
  readonly footer: string;
  readonly buttons: readonly TemplateButton[];
  /** false: it has parts that we cannot fill (carousels, catalogues, flows, offers, locations). */
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
  const part = (type: string): Json => parts.find((each) => upper(each['type']) === type) ?? {};
  const [header, body, footer] = [part('HEADER'), part('BODY'), part('FOOTER')];
  const format = upper(header['format']);
  const kind = format === '' ? 'none' : headerKinds[format];
  const buttons = list(part('BUTTONS')['buttons']).map((each, index) => readButton(record(each), index));
  const hasUnknownParts = parts.some((each) => !['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(upper(each['type'])));
  return {
    header: { kind: kind ?? 'none', text: text(header['text']), variables: variablesOf(header, 'header') },
    body: { text: text(body['text']), variables: variablesOf(body, 'body') },
    footer: text(footer['text']),
    buttons: buttons.filter((button) => button !== null),
    sendable: kind !== undefined && !hasUnknownParts && !buttons.includes(null) && text(body['text']) !== '',
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

/** The variables of a text, each once, in order, with their examples. */
function variablesOf(component: Json, section: 'header' | 'body'): TemplateVariable[] {
  const names = [...new Set([...text(component['text']).matchAll(variablePattern)].map((match) => match[1] ?? ''))];
  const example = record(component['example']);
  const named = new Map(
    list(example[`${section}_text_named_params`]).map((each) => [
      text(record(each)['param_name']),
      text(record(each)['example']),
    ]),
  );
  // the examples of a body are a list of lists, those of a header a list
  const numbered = list(example[`${section}_text`]);
  const row = Array.isArray(numbered[0]) ? list(numbered[0]) : numbered;
  const ordered = names.toSorted((a, b) => Number(a) - Number(b) || 0);
  return ordered.map((name, index) => ({ name, example: named.get(name) ?? text(row[index]) }));
}
