import type { Schemas } from '../../providers/api-types';

type TemplateVariable = Schemas['TemplateVariable'];
type TemplateButton = Schemas['TemplateButton'];
type TemplatePart = Schemas['TemplatePart'];
export type Template = Schemas['TemplateRow'];

/** Text values by placeholder name, button values by index. */
interface CardValues {
  body: Record<string, string>;
  buttons: Record<string, string>;
}

export interface TemplateValues extends CardValues {
  header: Record<string, string>;
  cards: CardValues[];
}

export const noValues = ({ cards }: Template): TemplateValues => ({
  header: {},
  body: {},
  buttons: {},
  cards: cards.map(() => ({ body: {}, buttons: {} })),
});

export interface Placeholder {
  /** The server's name for it, such as `body.1` or `cards.0.body.1`. */
  path: string;
  section: 'header' | 'body' | 'buttons';
  name: string;
  example: string;
  button: TemplateButton | null;
}

/** Placeholders in reading order. @param card the index of a card; null for the part around the cards */
export function placeholdersOf(template: Template, card: number | null): Placeholder[] {
  const part = card === null ? template : template.cards[card];
  if (!part) return [];
  const path = card === null ? '' : `cards.${card}.`;
  const of = (section: 'header' | 'body', variables: readonly TemplateVariable[]) =>
    variables.map(({ name, example }) => ({ path: `${path}${section}.${name}`, section, name, example, button: null }));
  return [
    ...of('header', part.header.variables),
    ...of('body', part.body.variables),
    ...part.buttons
      .filter(({ variable }) => variable)
      .map((button) => {
        const name = String(button.index);
        return { path: `${path}buttons.${name}`, section: 'buttons' as const, name, example: button.example, button };
      }),
  ];
}

const cardOf = (path: string): number | null => {
  const index = /^cards\.(\d+)\./.exec(path)?.[1];
  return index === undefined ? null : Number(index);
};

export function valueOf(values: TemplateValues, { path, section, name }: Placeholder): string {
  const card = cardOf(path);
  const part: Partial<TemplateValues> = (card === null ? values : values.cards[card]) ?? {};
  return part[section]?.[name] ?? '';
}

export function withValue(values: TemplateValues, { path, section, name }: Placeholder, value: string): TemplateValues {
  const card = cardOf(path);
  if (card === null) return { ...values, [section]: { ...values[section], [name]: value } };
  const cards = values.cards.map((part, index) =>
    index === card && section !== 'header' ? { ...part, [section]: { ...part[section], [name]: value } } : part,
  );
  return { ...values, cards };
}

const placeholderPattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Placeholders without a value stay in braces. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    placeholderPattern,
    (whole, name: string) => (Object.hasOwn(values, name) && values[name]?.trim()) || whole,
  );
}

/** The `accept` attribute for the header's file; null if the header has no file. */
function headerAccept({ header }: TemplatePart): string | null {
  if (header.kind === 'image') return 'image/jpeg,image/png';
  if (header.kind === 'video') return 'video/mp4,video/3gpp';
  return header.kind === 'document' ? '*/*' : null;
}

/** The `accept` attributes of all files: one for the header, or one for each card. */
export const fileAccepts = (template: Template): string[] =>
  (template.cards.length > 0 ? template.cards : [template]).flatMap((part) => headerAccept(part) ?? []);

/** @param files one for each entry of {@link fileAccepts} */
export function isComplete(template: Template, values: TemplateValues, files: readonly (File | undefined)[]): boolean {
  const parts = [null, ...template.cards.keys()];
  const placeholders = parts.flatMap((card) => placeholdersOf(template, card));
  const filled = placeholders.every((placeholder) => valueOf(values, placeholder).trim() !== '');
  return filled && fileAccepts(template).every((_accept, index) => files[index] !== undefined);
}
