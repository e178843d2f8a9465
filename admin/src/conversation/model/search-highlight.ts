interface HighlightPart {
  text: string;
  highlighted: boolean;
}

const wordPattern = /[\p{L}\p{N}]+/gu;
const MAX_WORDS = 10;

/** Ignores accents and case, like the search of the server. */
export const normalize = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function searchWords(search: string): string[] {
  return (normalize(search).match(wordPattern) ?? []).slice(0, MAX_WORDS);
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const MIN_NUMBER = 8;
const digits = /^\d{2,}$/;

/** Matches prefixes; long words also match with other endings, and a number with its groups of digits. */
function matchesWord(term: string, word: string): boolean {
  if (term.length >= MIN_NUMBER && digits.test(term) && digits.test(word) && term.includes(word)) return true;
  const needed = term.length <= 4 ? term.length : Math.max(4, term.length - 3);
  return commonPrefixLength(term, word) >= needed;
}

export function highlightWords(text: string, terms: readonly string[]): HighlightPart[] {
  const pieces: HighlightPart[] = [];
  const add = (part: string, highlighted: boolean) => {
    if (part !== '') pieces.push({ text: part, highlighted });
  };
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const plain = normalize(word);
    if (!terms.some((each) => matchesWord(each, plain))) continue;
    add(text.slice(from, index), false);
    add(word, true);
    from = index + word.length;
  }
  add(text.slice(from), false);
  return pieces;
}
