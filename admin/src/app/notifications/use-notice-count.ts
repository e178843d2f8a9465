import { useMentions } from '../../shared/mentions';
import { useFocusedConversation } from './tab-locks';
import { noUnreadTickets } from './unread-tickets';
import { useUnreadTickets } from './use-unread-tickets';

/**
 * What waits for the user: conversations with unread messages (their own and the pending ones that they see) and unseen
 * mentions, without those of the conversation that they look at. Bell, title and icons show their sum.
 */
export function useNoticeCount(): { unread: number; mentions: number; sum: number } {
  const { data = noUnreadTickets } = useUnreadTickets();
  const focusedTicket = useFocusedConversation();
  const unread = data.tickets.filter(({ uuid }) => uuid !== focusedTicket).length + data.more;
  const mentions = useMentions().filter(({ ticket }) => ticket.uuid !== focusedTicket).length;
  return { unread, mentions, sum: unread + mentions };
}
