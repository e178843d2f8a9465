/**
 * Marks around the thoughts of models: `<think>`, with attributes and prefixes, `[THINK]` (Mistral), `◁think▷` (Kimi),
 * `<|begin_of_thought|>`.
 */
const mark =
  /<(\/?)(?:[\w-]{1,20}:)?(?:think|thinking|thoughts?|reasoning)(?:\s[^<>]{0,200})?>|[[◁](\/?)think[\]▷]|<\|(begin|end)_of_thought\|>/giu;

/** The beginning of such a mark at the end of an answer that was cut at its maximum length. */
const cutMark = /[<◁[]\/?t(?:h(?:i(?:nk?)?)?)?$/iu;

/**
 * A model's answer without its thoughts. A template may have written the opening mark, so text before a lone closing
 * mark is a thought too; so is text after a lone opening mark, when the answer was cut.
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
