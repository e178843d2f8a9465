/** For comparisons of what was typed: without accents and in small letters. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every typed word is in the text, ignoring accents and case. */
export function hasWords(text: string, typed: string): boolean {
  const plain = plainText(text);
  return plainText(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}
