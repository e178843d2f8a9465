import type { Message, Rating } from './types';

/** What the customer rated the attendance with by this message; null for any other message. */
export function ratingOf({ fromMe, data }: Pick<Message, 'fromMe' | 'data'>): Rating | null {
  const rating = data?.['rating'];
  return !fromMe && (rating === 1 || rating === 2 || rating === 3) ? rating : null;
}

/** '3 – Muito satisfeito' */
export const ratingWords = (rating: Rating, translate: (key: string) => string): string =>
  `${rating} – ${translate(`together.rating_${rating}`)}`;
