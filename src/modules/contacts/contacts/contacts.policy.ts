/**
 * The name as it can be shown, without invisible characters at its ends and marks of the writing direction; the
 * fallback if nothing of it can be seen. Profile names often consist of U+3164 or U+200B only.
 */
export function visibleName(name: string | null | undefined, fallback: string): string {
  const text = (name ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(invisibleEnds, '');
  return text === '' ? fallback : text.toWellFormed();
}

/** Matches blanks of every kind, fillers and the empty braille pattern; at the beginning also marks without a letter. */
const invisibleEnds =
  /^[\s\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+|[\u034f\s\p{Z}\p{C}\u115f\u1160\u3164\uffa0\u2800]+$/gu;

const titles = new Set(
  'dr dra sr sra srta prof profa eng enga adv pe pr dom dona mr mrs ms miss mister don doña ing lic arq'.split(' '),
);
const words = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/**
 * The name by which a text addresses somebody: the first word that is no title and no initial, without emoji and
 * signs, and not in capitals. A name without letters stays as it is.
 *
 * @example `firstName('🌸 Dra. ANA Paula')` is `'Ana'`
 */
export function firstName(name: string): string {
  const found = name.normalize('NFKC').match(words) ?? [];
  const own = found.filter((word) => !titles.has(word.toLowerCase()));
  const word = own.find((each) => each.length > 1) ?? own[0] ?? found[0];
  if (word === undefined) return name;
  const isShouted = word === word.toUpperCase() && /[AEIOU]/i.test(word.normalize('NFD'));
  return isShouted || word === word.toLowerCase() ? capitalised(word) : word;
}

const capitalised = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
