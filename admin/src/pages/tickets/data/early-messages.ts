import type { Message } from '../model/types';

const KEPT = 200;
const recent: Message[] = [];

/**
 * Remembers the latest messages that events brought: a page that was asked for before one of them arrived does not hold it, and
 * there is nothing yet that it could have been merged into.
 */
export function rememberMessage(message: Message): void {
  recent.push(message);
  if (recent.length > KEPT) recent.shift();
}

export function recentMessages(ticketId: number): readonly Message[] {
  return recent.filter((message) => message.ticketId === ticketId);
}
