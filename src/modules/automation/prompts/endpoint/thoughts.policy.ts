/**
 * Marks between which models write what they think: `<think>`, with attributes and prefixes, `[THINK]` (Mistral), `◁think▷`
 * (Kimi), `<|begin_of_thought|>`.
 */
const mark =
  /<(\/?)(?:[\w-]{1,20}:)?(?:think|thinking|thoughts?|reasoning)(?:\s[^<>]{0,200})?>|[[◁](\/?)think[\]▷]|<\|(begin|end)_of_thought\|>/giu;

/** The beginning of such a mark at the end of an answer that was cut by its length. */
const cutMark = /[<◁[]\/?t(?:h(?:i(?:nk?)?)?)?$/iu;

/**
 * A model's answer without what it thinks aloud. A template may have written the first mark, so that what stands before one
 * that ends is thought as well; what follows one that does not end, because the answer was cut, too.
 */
export function withoutThoughts(written: string): string {
  let said = '';
  let from = 0;
  let thinking = false;
  for (const found of written.matchAll(mark)) {
    const [text, slash, otherSlash, edge] = found;
    const ends = Boolean(slash || otherSlash) || edge?.toLowerCase() === 'end';
    if (!thinking && !ends) said += written.slice(from, found.index);
    if (!thinking && ends) said = '';
    thinking = !ends;
    from = found.index + text.length;
  }
  return thinking ? said.trim() : (said + written.slice(from)).replace(cutMark, '').trim();
}
