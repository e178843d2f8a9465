const before = 12;
const length = 160;
/** Only the beginning of a very long text is searched. */
const maxLength = 4_096;

/** The part of a message in which a search found something, in one line, as plain text. */
export function snippetOf(body: string, search: string): string {
  const letters = [...body.slice(0, maxLength).replace(/\s+/g, ' ').trim()];
  const index = indexOfMatch(letters.map(withoutAccent).join(''), search);
  const cut = Math.max(0, index - before);
  // the lead begins with a whole word, where it holds one
  const word = cut > 0 && letters[cut - 1] !== ' ' ? letters.indexOf(' ', cut) + 1 : cut;
  const from = word > 0 && word < index ? word : cut;
  const to = Math.min(letters.length, from + length);
  return `${from > 0 ? '…' : ''}${letters.slice(from, to).join('').trim()}${to < letters.length ? '…' : ''}`;
}

/** One character for each, so that indexes stay the same: without its accent, small. */
function withoutAccent(letter: string): string {
  return letter.normalize('NFD').toLowerCase().charAt(0);
}

/** Where the first of the words begins, 0 where there is none; another form of a word shares its beginning. */
function indexOfMatch(text: string, search: string): number {
  const words =
    [...search]
      .map(withoutAccent)
      .join('')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const indexes = words.flatMap((word) => {
    for (let end = word.length; end >= Math.min(3, word.length); end -= 1) {
      const index = ` ${text}`.search(new RegExp(`[^\\p{L}\\p{N}]${word.slice(0, end)}`, 'u'));
      if (index >= 0) return [index];
    }
    return [];
  });
  return indexes.length > 0 ? Math.min(...indexes) : 0;
}
