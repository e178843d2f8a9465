/** A piece of a text: words that were looked for are highlighted. */
export interface HighlightPart {
  text: string;
  highlighted: boolean;
}

const wordsIn = /[\p{L}\p{N}]+/gu;
const MOST_WORDS = 10;

/** Without accents, small; as the server compares. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a search, as {@link highlightWords} takes them. */
export function searchWords(search: string): string[] {
  return (normalize(search).match(wordsIn) ?? []).slice(0, MOST_WORDS);
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** The beginning of a word finds it, and so does another form of it: those differ in their last letters. */
function matchesWord(term: string, word: string): boolean {
  const needed = term.length <= 4 ? term.length : Math.max(4, term.length - 3);
  return commonPrefixLength(term, word) >= needed;
}

/** The text in pieces, in order and without loss. */
export function highlightWords(text: string, terms: readonly string[]): HighlightPart[] {
  const pieces: HighlightPart[] = [];
  const add = (part: string, highlighted: boolean) => {
    if (part !== '') pieces.push({ text: part, highlighted });
  };
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordsIn)) {
    const plain = normalize(word);
    if (!terms.some((each) => matchesWord(each, plain))) continue;
    add(text.slice(from, index), false);
    add(word, true);
    from = index + word.length;
  }
  add(text.slice(from), false);
  return pieces;
}
