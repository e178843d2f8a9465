/** WhatsApp takes texts of so many characters; ours carry a mark. */
const maxLength = 4000;

/** Words by which prompts of existing clients transfer (behaviour.md §7), anywhere in the answer. */
const transferPhrase = /[ \t*_]*A[çc][ãa]o:\s*Transferir para o setor de atendimento[.!*_ \t]*/giu;

export interface AnswerText {
  readonly text: string;
  /** The prompt's own words ask for a person. */
  readonly transfers: boolean;
}

/** The text of an answer without what is no word to the customer. */
export function readAnswerText(written: string): AnswerText {
  const text = written.replace(transferPhrase, '\n');
  return { text: tidy(text).slice(0, maxLength), transfers: text !== written };
}

const tidy = (text: string): string =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A shorter part is a phrase that anybody may use. */
const longPart = 160;
const shortestGuarded = 60;
const step = 20;

/** Words without case, accents and punctuation, by which two texts are compared. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether an answer repeats the instructions: a long part of them, or all of short ones. */
export function revealsInstructions(answer: string, instructions: string): boolean {
  const secret = plain(instructions);
  if (secret.length < shortestGuarded) return false;
  const given = plain(answer);
  if (secret.length <= longPart) return given.includes(secret);
  const window = longPart - step;
  for (let at = 0; at + window <= given.length; at += step)
    if (secret.includes(given.slice(at, at + window))) return true;
  return false;
}
