import type { Localized } from '../../../core/i18n.js';
import { previewWords } from '../../channels/connections/message-words.dto.js';
import type { Names } from './names/name-cache.service.js';
import type { TicketRow } from './queries/tickets.queries.js';

/** The line that lists show of a ticket's last message: without its author's signature, never empty but `isEmpty`. */
export function previewText(
  row: Pick<TicketRow, 'lastMessage' | 'lastMessageType' | 'lastMessageUserId'>,
  isEmpty: boolean,
  { users }: Pick<Names, 'users'>,
  locale: keyof Localized,
): string {
  const { lastMessage: text, lastMessageUserId: userId } = row;
  const signature = `*${(userId !== null && users.get(userId)?.name) || ''}:*`;
  const lastMessage = text.startsWith(signature) ? text.slice(signature.length).trimStart() : text;
  return previewWords({ ...row, lastMessage, isEmpty }, locale);
}
