import type { TurnLine } from '../queries/chatbot.queries.js';

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

/** Choices like "1" have no words and are no repetition. */
function areAllNear(texts: readonly string[]): boolean {
  const [first = [], ...others] = texts.map(wordsOf);
  return first.length > 0 && others.every((words) => words.length > 0 && areNear(first, words));
}

/**
 * Whether two robots talk to each other: the last texts of the customer say the same but for numbers and single words,
 * and so do our answers between them. A customer who answers "Sim" to different questions is none.
 * @param lines the messages of the conversation, newest first
 */
export function areRepeated(lines: readonly TurnLine[]): boolean {
  const asked: string[] = [];
  const answered: string[] = [];
  for (const [at, { fromMe, body }] of lines.entries()) {
    const isSameTurn = lines[at - 1]?.fromMe === fromMe;
    // of a customer's texts in a row the first counts, of ours all
    if (fromMe && isSameTurn) answered.push(`${body} ${answered.pop() ?? ''}`);
    else if (fromMe) answered.push(body);
    else if (isSameTurn) asked[asked.length - 1] = body;
    else if (asked.push(body) > loopLength) break;
  }
  if (asked.length < loopLength) return false;
  return areAllNear(asked.slice(0, loopLength)) && areAllNear(answered.slice(0, loopLength - 1));
}
