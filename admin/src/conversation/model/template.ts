import type { Schemas } from '../../providers/api-types';

type TemplateVariable = Schemas['TemplateVariable'];
type TemplateButton = Schemas['TemplateButton'];
export type Template = Schemas['TemplateRow'];

/** Values by placeholder name; of buttons by index. */
export interface TemplateValues {
  header: Record<string, string>;
  body: Record<string, string>;
  buttons: Record<string, string>;
}

export const noValues: TemplateValues = { header: {}, body: {}, buttons: {} };

export interface Placeholder {
  section: keyof TemplateValues;
  name: string;
  example: string;
  button: TemplateButton | null;
}

/** In reading order. */
export function placeholdersOf({ header, body, buttons }: Template): Placeholder[] {
  const of = (section: 'header' | 'body', variables: readonly TemplateVariable[]) =>
    variables.map(({ name, example }): Placeholder => ({ section, name, example, button: null }));
  return [
    ...of('header', header.variables),
    ...of('body', body.variables),
    ...buttons
      .filter(({ variable }) => variable)
      .map(
        (button): Placeholder => ({ section: 'buttons', name: String(button.index), example: button.example, button }),
      ),
  ];
}

const placeholderPattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Missing values keep their braces. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    placeholderPattern,
    (whole, name: string) => (Object.hasOwn(values, name) && values[name]?.trim()) || whole,
  );
}

/** The `accept` of the header's file; null without one. */
export function headerAccept({ header }: Template): string | null {
  if (header.kind === 'image') return 'image/jpeg,image/png';
  if (header.kind === 'video') return 'video/mp4,video/3gpp';
  return header.kind === 'document' ? '*/*' : null;
}

export function isComplete(template: Template, values: TemplateValues, file: File | null): boolean {
  const filled = placeholdersOf(template).every(({ section, name }) => (values[section][name] ?? '').trim() !== '');
  return filled && (headerAccept(template) === null || file !== null);
}
