import type { TemplateParamsInput } from '../../../channels/templates/templates.dto.js';
import { fieldCount } from '../recipients/recipients-file.js';
import type { ClaimedRecipient } from './recipient-sender.js';

type RowValues = Pick<ClaimedRecipient, 'name' | 'number' | 'fields'>;

/** Matches `{nome}`, the `{{nome}}` of other texts, and braces without a name: no customer is to read them. */
const placeholder = /\{\{([^{}\n]{0,99})\}\}|\{([^{}\s][^{}\n]{0,99})?\}/g;

/** Replaces `{nome}`, `{telefone}`, `{campo1}` … in one pass; unknown ones are left out. */
export function fillText(text: string, { name, number, fields }: RowValues): string {
  const values = new Map([
    ['nome', name],
    ['telefone', number],
    ...fields.map((value, at) => [`campo${at + 1}`, value] as const),
  ]);
  return text.replace(
    placeholder,
    (_, double?: string, single = '') => values.get((double ?? single).trim().toLowerCase()) ?? '',
  );
}

/** The variables, in the order of the columns of a file. */
const variables = ['nome', 'telefone', ...Array.from({ length: fieldCount }, (_, at) => `campo${at + 1}`)];

/** How many characters of a text are its own, and how often each variable stands in it. */
export function lengthsIn(text: string): { readonly fixed: number; readonly variables: readonly number[] } {
  const filled = (name: string | undefined): number =>
    fillText(text, {
      name: name === 'nome' ? '.' : '',
      number: name === 'telefone' ? '.' : '',
      fields: variables.slice(2).map((each) => (name === each ? '.' : '')),
    }).length;
  const fixed = filled(undefined);
  return { fixed, variables: variables.map((name) => filled(name) - fixed) };
}

/** Fills the values of a template; each value becomes one line. */
export function fillParams({ header, body, buttons }: TemplateParamsInput, row: RowValues): TemplateParamsInput {
  const filled = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, text]) => [name, fillText(text, row).replace(/\s+/g, ' ').trim()]),
    );
  return { header: filled(header), body: filled(body), buttons: filled(buttons) };
}
