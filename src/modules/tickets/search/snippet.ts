const before = 12;
const length = 160;
/** Of a very long text only the beginning is looked through. */
const longest = 4_096;

/** The part of a message in which a search found something, in one line, as plain text. */
export function snippetOf(body: string, search: string): string {
  const letters = [...body.slice(0, longest).replace(/\s+/g, ' ').trim()];
  const place = placeOf(letters.map(folded).join(''), search);
  const cut = Math.max(0, place - before);
  // the lead begins with a whole word, where it holds one
  const word = cut > 0 && letters[cut - 1] !== ' ' ? letters.indexOf(' ', cut) + 1 : cut;
  const from = word > 0 && word < place ? word : cut;
  const to = Math.min(letters.length, from + length);
  return `${from > 0 ? '…' : ''}${letters.slice(from, to).join('').trim()}${to < letters.length ? '…' : ''}`;
}

/** One character for each, so that places stay the same: without its accent, small. */
function folded(letter: string): string {
  return letter.normalize('NFD').toLowerCase().charAt(0);
}

/** Where the first of the words begins, 0 where there is none; another form of a word shares its beginning. */
function placeOf(text: string, search: string): number {
  const words =
    [...search]
      .map(folded)
      .join('')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const places = words.flatMap((word) => {
    for (let end = word.length; end >= Math.min(3, word.length); end -= 1) {
      const place = ` ${text}`.search(new RegExp(`[^\\p{L}\\p{N}]${word.slice(0, end)}`, 'u'));
      if (place >= 0) return [place];
    }
    return [];
  });
  return places.length > 0 ? Math.min(...places) : 0;
}
