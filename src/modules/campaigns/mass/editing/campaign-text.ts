import type { Recipient } from '../../../contacts/contact-lists/queries/contact-lists.queries.js';
import type { CampaignVariable } from '../campaign-settings.entity.js';

/** Marks a text as sent by a campaign, so that it never triggers automatic answers (behaviour.md §5). */
export const campaignMark = '\u200c';

const slots = [1, 2, 3, 4, 5] as const;
type Texts = Readonly<Record<`message${1 | 2 | 3 | 4 | 5}` | `confirmationMessage${1 | 2 | 3 | 4 | 5}`, string>>;

/** A text with its number from 1 to 5. */
export interface NumberedText {
  readonly message: number;
  readonly text: string;
}

/** The texts that are not empty; they are sent in turn. */
export const filledTexts = (texts: Texts, kind: 'message' | 'confirmationMessage'): NumberedText[] =>
  slots.flatMap((message) => {
    const text = texts[`${kind}${message}`];
    return text.trim() === '' ? [] : { message, text };
  });

/** Matches `{nome}`, the `{{nome}}` of other texts, and braces without a name: no customer is to read them. */
const placeholder = /\{\{([^{}\n]{0,99})\}\}|\{([^{}\s][^{}\n]{0,99})?\}/g;

const valuesOf = (custom: readonly CampaignVariable[]): Map<string, string> =>
  new Map(custom.map(({ key, value }) => [key.toLowerCase(), value]));

/** Names of variables that recipients may lack: those without a value for the whole company, as first written. */
export function namesIn(texts: readonly string[], custom: readonly CampaignVariable[]): string[] {
  const known = valuesOf(custom);
  const names = new Map<string, string>();
  for (const [, double, single = ''] of texts.flatMap((text) => [...text.matchAll(placeholder)])) {
    const name = double ?? single;
    const key = name.trim().toLowerCase();
    if (key !== '' && !known.get(key) && !names.has(key)) names.set(key, name.trim());
  }
  return [...names.values()];
}

/**
 * Replaces `{nome}`, `{email}`, `{numero}`, columns of the recipient and variables of the company, with this priority
 * and in any case; missing values are left out. One pass: a value that looks like a variable is not replaced.
 */
export function fillText(
  text: string,
  { name, email, number, variables }: Pick<Recipient, 'name' | 'email' | 'number' | 'variables'>,
  custom: readonly CampaignVariable[],
): string {
  const values = valuesOf(custom);
  const columns = variables.map((each) => [each.name, each.value] as const);
  for (const [key, value] of [...columns, ...Object.entries({ nome: name, email, numero: number })])
    if (value) values.set(key.toLowerCase(), value);
  return text.replace(
    placeholder,
    (_, double?: string, single = '') => values.get((double ?? single).trim().toLowerCase()) ?? '',
  );
}
