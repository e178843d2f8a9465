export interface TemplateVariable {
  name: string;
  example: string;
}

export interface TemplateButton {
  index: number;
  kind: 'quick_reply' | 'url' | 'phone' | 'copy_code';
  text: string;
  url: string | null;
  variable: boolean;
  example: string;
}

export interface Template {
  id: number;
  name: string;
  language: string;
  category: string;
  header: { kind: 'none' | 'text' | 'image' | 'video' | 'document'; text: string; variables: TemplateVariable[] };
  body: { text: string; variables: TemplateVariable[] };
  footer: string;
  buttons: TemplateButton[];
  sendable: boolean;
}

/** What fills the placeholders, by their names; buttons by their place. */
export interface TemplateValues {
  header: Record<string, string>;
  body: Record<string, string>;
  buttons: Record<string, string>;
}

export const noValues: TemplateValues = { header: {}, body: {}, buttons: {} };

/** One gap as the form asks for it. */
export interface Placeholder {
  section: keyof TemplateValues;
  name: string;
  example: string;
  /** Of a button: what is written on it. */
  button: TemplateButton | null;
}

/** Every gap in the order in which it is read. */
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

/** The text with what is filled in already; what is missing keeps its braces. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    placeholderPattern,
    (whole, name: string) => (Object.hasOwn(values, name) && values[name]?.trim()) || whole,
  );
}

/** Types of files that the header takes, as a file dialog wants them; null without a file. */
export function headerAccept({ header }: Template): string | null {
  if (header.kind === 'image') return 'image/jpeg,image/png';
  if (header.kind === 'video') return 'video/mp4,video/3gpp';
  return header.kind === 'document' ? '*/*' : null;
}

export function isComplete(template: Template, values: TemplateValues, file: File | null): boolean {
  const filled = placeholdersOf(template).every(({ section, name }) => (values[section][name] ?? '').trim() !== '');
  return filled && (headerAccept(template) === null || file !== null);
}
