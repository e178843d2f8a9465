/** WhatsApp's limit in characters, minus room for our mark. */
const maxLength = 4000;

/** Words with which prompts of existing clients transfer (behaviour.md §7), anywhere in the answer. */
const transferPhrase = /A[çc][ãa]o:\s{0,3}Transferir para o setor de atendimento[.!]?/giu;

export interface AnswerText {
  readonly text: string;
  /** Whether the prompt's own words ask for a person. */
  readonly transfers: boolean;
}

/** The text of an answer without the transfer phrase, which is not meant for the customer. */
export function readAnswerText(written: string): AnswerText {
  const text = written.replace(transferPhrase, '\n');
  return { text: tidy(text).slice(0, maxLength), transfers: text !== written };
}

/** Removes lines of formatting marks that the phrase left. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => (/^[*_\s]*$/.test(line) ? '' : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Number of letters; a shorter part is a phrase that anybody may use. */
const longPart = 130;
const shortestGuarded = 50;
const step = 20;

/** Only the letters, without case and accents, to compare texts: other characters between them make no difference. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\P{L}+/gu, '');

/** Whether an answer repeats the instructions: a long part of them, or short ones completely. */
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
