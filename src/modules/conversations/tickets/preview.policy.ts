import type { Localized } from '../../../core/i18n.js';
import { previewWords } from '../../channels/connections/message-words.dto.js';
import type { TicketRow } from './queries/tickets.queries.js';

/** The first line of a signed text, whatever its author was called when it was written. */
const signature = /^\*[^*\n]{1,100}:\*[^\S\n]*\n\s*/;

/** The line that lists show of a ticket's last message: without its author's signature, never empty but `isEmpty`. */
export function previewText(
  row: Pick<TicketRow, 'lastMessage' | 'lastMessageType' | 'lastMessageUserId'>,
  isEmpty: boolean,
  locale: keyof Localized,
): string {
  const { lastMessage: text, lastMessageUserId: userId } = row;
  const lastMessage = userId === null ? text : text.replace(signature, '');
  return previewWords({ ...row, lastMessage, isEmpty }, locale);
}
