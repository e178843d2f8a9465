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

/** Shorter parts of the instructions are words that anybody uses. */
const shortPiece = 12;
/** Shorter parts in different answers are facts: an address, opening hours, a price. */
const longPiece = longPart / 2;
/** Letters that may be missing between two pieces. */
const pieceGap = 2;
/** Places at which a repeated part of the instructions is looked for. */
const maxPlaces = 8;

/**
 * Whether an answer repeats the instructions: a long part of them, or short ones completely; also in pieces of one
 * answer, or in long ones of several, which follow each other in the instructions.
 * @param earlier our earlier texts in the conversation
 */
export function revealsInstructions(answer: string, instructions: string, earlier: readonly string[] = []): boolean {
  return repeats(answer, instructions) || completes(answer, instructions, earlier);
}

/** Whether the pieces of an answer make a long part of the instructions together with each other and earlier ones. */
function completes(answer: string, instructions: string, earlier: readonly string[]): boolean {
  const secret = plain(instructions);
  if (secret.length < shortestGuarded) return false;
  const places = new Map<string, number[]>();
  for (let at = 0; at + shortPiece <= secret.length; at += 1) {
    const part = secret.slice(at, at + shortPiece);
    const known = places.get(part);
    if (!known) places.set(part, [at]);
    else if (known.length < maxPlaces) known.push(at);
  }
  const own = piecesOf(plain(answer), secret, places).map((piece) => ({ ...piece, isNew: true }));
  const others = earlier.flatMap((text) =>
    piecesOf(plain(text), secret, places).map((piece) => ({ ...piece, isNew: false })),
  );
  const enough = Math.min(longPart, secret.length - pieceGap);
  const long = [...own, ...others].filter((piece) => piece.to - piece.from >= Math.min(longPiece, enough / 2));
  return makeUp(own, enough) || makeUp(long, enough);
}

interface Piece {
  readonly from: number;
  readonly to: number;
  /** Whether the answer has it, and no earlier text. */
  readonly isNew: boolean;
}

/** Whether so many letters of the instructions are covered without a gap, some of them by a new piece. */
function makeUp(pieces: readonly Piece[], letters: number): boolean {
  let from = 0;
  let to = Number.NEGATIVE_INFINITY;
  let isNew = false;
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    if (piece.from > to + pieceGap) [from, to, isNew] = [piece.from, piece.to, false];
    to = Math.max(to, piece.to);
    isNew ||= piece.isNew;
    if (isNew && to - from >= letters) return true;
  }
  return false;
}

/** The parts of the instructions that a text has, each as long as possible. */
function piecesOf(
  given: string,
  secret: string,
  places: ReadonlyMap<string, readonly number[]>,
): { readonly from: number; readonly to: number }[] {
  const pieces = [];
  for (let at = 0; at + shortPiece <= given.length; at += 1) {
    let best = { from: 0, to: 0 };
    for (const from of places.get(given.slice(at, at + shortPiece)) ?? []) {
      let length = shortPiece;
      while (from + length < secret.length && secret[from + length] === given[at + length]) length += 1;
      if (length > best.to - best.from) best = { from, to: from + length };
    }
    if (best.to === 0) continue;
    pieces.push(best);
    at += best.to - best.from - 1;
  }
  return pieces;
}

function repeats(answer: string, instructions: string): boolean {
  const secret = plain(instructions);
  if (secret.length < shortestGuarded) return false;
  const given = plain(answer);
  if (secret.length <= longPart) return given.includes(secret);
  const window = longPart - step;
  for (let at = 0; at + window <= given.length; at += step)
    if (secret.includes(given.slice(at, at + window))) return true;
  return false;
}
