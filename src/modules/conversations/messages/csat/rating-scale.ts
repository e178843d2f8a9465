import type { OutboundInteractive } from '../../../channels/connections/channels/channel.js';

export type Rating = 1 | 2 | 3;

// Texts for customers are in the company's language.
const labels: Readonly<Record<Rating, string>> = { 1: 'Insatisfeito', 2: 'Satisfeito', 3: 'Muito satisfeito' };
const ratings: readonly Rating[] = [1, 2, 3];

/** The question of connections that do not define one. */
export const defaultQuestion = 'Como você avalia este atendimento?';

/** The question as a text with numbered answers, for channels without buttons. */
export const questionAsText = (question: string): string =>
  `${question}\n\n${ratings.map((rating) => `*${rating}* - ${labels[rating]}`).join('\n')}`;

/** The buttons of the question. Their ids contain the cycle's id. */
export const questionAsButtons = (cycleId: number): OutboundInteractive => ({
  type: 'button',
  header: null,
  footer: null,
  buttons: ratings.map((rating) => ({ id: `rating:${cycleId}:${rating}`, title: labels[rating] })),
  label: null,
  sections: [],
});

/** Reads a rating from a text: its number, also with formatting or punctuation around it, or its label. */
export function parseRating(body: string): Rating | undefined {
  const plain = body
    .normalize('NFKC')
    .replace(/[*_~]|\u200e|\u200f|\u20e3|\ufe0f/gu, '')
    .trim()
    .toLowerCase();
  const [, digit] = /^([123])[.!)]?$/.exec(plain) ?? [];
  return ratings.find((rating) => String(rating) === digit || labels[rating].toLowerCase() === plain);
}

/** Reads the cycle's id and the rating from the id of a button. */
export function parseRatingButton(id: unknown): { cycleId: number; rating: Rating } | undefined {
  const [, cycleId, digit] = /^rating:(\d{1,15}):([123])$/.exec(typeof id === 'string' ? id : '') ?? [];
  return digit === undefined ? undefined : { cycleId: Number(cycleId), rating: Number(digit) as Rating };
}
