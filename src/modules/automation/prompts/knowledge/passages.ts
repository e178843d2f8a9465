/** Characters of a passage: several fit into a question, and each is understandable on its own. */
const passageLength = 900;
/** Maximum number of passages of a source. */
const maxPassages = 1_000;

/** Divides a text between paragraphs, and a long paragraph between sentences or words. */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let current = '';
  for (const part of text.split(/\n{2,}/).flatMap(shortParts)) {
    if (current !== '' && current.length + part.length > passageLength) {
      passages.push(current);
      current = '';
    }
    current = current === '' ? part : `${current}\n${part}`;
  }
  if (current !== '') passages.push(current);
  return passages.slice(0, maxPassages);
}

function shortParts(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > passageLength) {
    const beginning = rest.slice(0, passageLength);
    const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => beginning.lastIndexOf(end) + 1));
    const end = sentence > passageLength / 3 ? sentence : beginning.lastIndexOf(' ');
    const at = end > 0 ? end : passageLength;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}
