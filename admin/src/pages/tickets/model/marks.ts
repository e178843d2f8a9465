/** A piece of a text: words that were looked for are marked. */
export interface Piece {
  text: string;
  marked: boolean;
}

const wordsIn = /[\p{L}\p{N}]+/gu;
const MOST_WORDS = 10;

/** Without accents, small; as the server compares. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a search, as {@link markWords} takes them. */
export function searchWords(search: string): string[] {
  return (folded(search).match(wordsIn) ?? []).slice(0, MOST_WORDS);
}

function shared(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** The beginning of a word finds it, and so does another form of it: those differ in their last letters. */
function finds(sought: string, word: string): boolean {
  const needed = sought.length <= 4 ? sought.length : Math.max(4, sought.length - 3);
  return shared(sought, word) >= needed;
}

/** The text in pieces, in order and without loss. */
export function markWords(text: string, sought: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: string, marked: boolean) => {
    if (part !== '') pieces.push({ text: part, marked });
  };
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordsIn)) {
    const plain = folded(word);
    if (!sought.some((each) => finds(each, plain))) continue;
    add(text.slice(from, index), false);
    add(word, true);
    from = index + word.length;
  }
  add(text.slice(from), false);
  return pieces;
}
