// The server fills the same variable by the same rule (src/modules/contacts/contacts/contacts.policy.ts).
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
