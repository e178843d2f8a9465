import type { OutboundInteractive } from '../../connections/channels/channel.js';

export type Rating = 1 | 2 | 3;

// Customers read these, in the company's language.
const words: Readonly<Record<Rating, string>> = { 1: 'Insatisfeito', 2: 'Satisfeito', 3: 'Muito satisfeito' };
const scale: readonly Rating[] = [1, 2, 3];

/** For connections that have no question of their own. */
export const defaultQuestion = 'Como você avalia este atendimento?';

/** The question where the channel has no buttons. */
export const questionAsText = (question: string): string =>
  `${question}\n\n${scale.map((rating) => `*${rating}* - ${words[rating]}`).join('\n')}`;

/** The question's buttons; each names the attendance that it rates. */
export const questionAsButtons = (cycleId: number): OutboundInteractive => ({
  type: 'button',
  header: null,
  footer: null,
  buttons: scale.map((rating) => ({ id: `rating:${cycleId}:${rating}`, title: words[rating] })),
  label: null,
  sections: [],
});

/** What a customer's words mean if they answer the question: the number, however it is dressed, or its word. */
export function parseRating(body: string): Rating | undefined {
  const plain = body
    .normalize('NFKC')
    .replace(/[*_~]|\u200e|\u200f|\u20e3|\ufe0f/gu, '')
    .trim()
    .toLowerCase();
  const [, digit] = /^([123])[.!)]?$/.exec(plain) ?? [];
  return scale.find((rating) => String(rating) === digit || words[rating].toLowerCase() === plain);
}

/** The attendance and the rating that a pressed button names. */
export function parseRatingButton(id: unknown): { cycleId: number; rating: Rating } | undefined {
  const [, cycleId, digit] = /^rating:(\d{1,15}):([123])$/.exec(typeof id === 'string' ? id : '') ?? [];
  return digit === undefined ? undefined : { cycleId: Number(cycleId), rating: Number(digit) as Rating };
}
