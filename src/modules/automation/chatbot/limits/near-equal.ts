/** How many texts in turn make a loop. */
const loopLength = 4;
/** Share of their words that near-equal texts have in common. */
const nearness = 0.8;

/** The words of a text in lower case; numbers, which count or tell the time, emoji and marks are left out. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

function areNear(a: readonly string[], b: readonly string[]): boolean {
  const rest = [...b];
  const common = a.filter((word) => {
    const at = rest.indexOf(word);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  }).length;
  return (2 * common) / (a.length + b.length) >= nearness;
}

/**
 * Whether the last texts of a customer, newest first, say the same but for numbers and single words, as those of
 * another robot do. Choices like "1" have no words and are no repetition.
 */
export function areRepeated(texts: readonly string[]): boolean {
  if (texts.length < loopLength) return false;
  const [first = [], ...others] = texts.slice(0, loopLength).map((text) => wordsOf(text.slice(0, 1000)));
  return first.length > 0 && others.every((words) => words.length > 0 && areNear(first, words));
}
