/** Matches an area code with a mobile number or a landline, or their beginning. */
const brazilian = /^([1-9]\d)(9\d{0,8}|[2-8]\d{0,7})$/;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** (11) 98888-7777, or its beginning; undefined for what cannot be a Brazilian number. */
function national(digits: string): string | undefined {
  const [, area, number = ''] = brazilian.exec(digits) ?? [];
  if (area === undefined) return undefined;
  const first = number.startsWith('9') ? 5 : 4;
  // a mobile number from before 2012 has eight digits, as a landline
  return `(${area}) ${number.slice(0, first)}${number.length > first ? `-${number.slice(first)}` : ''}`;
}

/** A number of Brazil with marks while it is typed, also after 55; anything else as it is written. */
export function formatTyped(text: string): string {
  if (!/^\+?[\d\s()-]*$/.test(text) || text.startsWith('00')) return text;
  const digits = digitsOf(text);
  const [sign, rest] = text.startsWith('+') ? ['+', digits] : ['', digits];
  const hasCountry = rest.startsWith('55') && (sign === '+' || rest.length > 11);
  if (sign === '+' && !hasCountry) return text;
  const formatted = national(hasCountry ? rest.slice(2) : rest);
  if (formatted === undefined) return /[()-]/.test(text) ? unformatted(text) : text;
  // a word like `ramal` may follow
  const space = /\s$/.test(text) ? ' ' : '';
  return `${hasCountry ? `${sign}55 ` : ''}${formatted}${space}`;
}

/** The marks of a number that is longer or shorter than one of Brazil now would be wrong. */
const unformatted = (text: string): string => (text.startsWith('(') ? digitsOf(text) : text);

/** A stored number, which begins with its country code, as it is shown in a form. */
export const formatStored = (number: string): string =>
  /^\d{8,14}$/.test(number) ? formatTyped(`+${number}`) : number;

/** Whether a text that was typed into a search can be a number of which the contact is not known. */
export const isTypedNumber = (text: string): boolean =>
  /^\s*\+?[\d\s()./-]+$/.test(text) && /^\d{8,14}$/.test(digitsOf(text));

/** Where the caret stands after so many digits. */
export function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return digits === 0 ? 0 : at;
    if (/\d/.test(text.charAt(at))) seen += 1;
  }
  return text.length;
}

export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/**
 * The text after a key, with the caret behind the same digit as before.
 * @param before the text before the key
 * @param key what the key did, as an `InputEvent` names it
 */
export function typedPhone(before: string, { text, caret }: TypedText, key: string): TypedText {
  const isDeletion = key === 'deleteContentBackward' || key === 'deleteContentForward';
  const deletesMark = isDeletion && text.length === before.length - 1 && digitsOf(text) === digitsOf(before);
  const meant = deletesMark && formatTyped(text) === before ? withoutDigit(text, caret, key) : { text, caret };
  const formatted = formatTyped(meant.text);
  if (formatted === meant.text) return meant;
  const atEnd = meant.caret >= meant.text.length;
  const digitsBefore = digitsOf(meant.text.slice(0, meant.caret)).length;
  return { text: formatted, caret: atEnd ? formatted.length : caretAfter(formatted, digitsBefore) };
}

/** A deleted mark would come back, so the digit beside it is deleted. */
function withoutDigit(text: string, caret: number, key: string): TypedText {
  if (key === 'deleteContentForward')
    return { text: text.slice(0, caret) + text.slice(caret).replace(/\d/, ''), caret };
  const start = text.slice(0, caret).replace(/\d(\D*)$/, '$1');
  return { text: start + text.slice(caret), caret: start.length };
}
