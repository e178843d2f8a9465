import { useNotify } from 'react-admin';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { contactName } from '../../conversation/model/contact-name';
import { ratingOf, textOf } from '../../conversation/model/message-content';
import type { MessageEvent } from '../../conversation/model/types';
import { useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { isPageFocused } from '../../shared/focus';
import { preferences } from '../../shared/preferences';
import { type AlertKind, chime, useUnlockedSound } from './chime';
import type { NotifiedTicket } from './desktop-notification';
import { isBrowserFocused, isTicketFocused, useFocusedTicket, useFocusLocks, useTabLeader } from './tab-locks';
import { isForUser } from './unread-tickets';

/** The alert of a new message; none for ratings and for conversations of other attendants. */
function kindOf({ action, message, ticket }: MessageEvent, userId: number): AlertKind | null {
  if (action !== 'create' || message.fromMe || ratingOf(message) || !isForUser(ticket, userId)) return null;
  return ticket.userId === userId ? 'message' : 'waiting';
}

/**
 * Sounds and desktop notifications for new messages, assignments and mentions: from one tab of several, not for the user's own
 * actions, nor for the conversation that they look at. Mounted once.
 */
export function useAlerts(): void {
  const { id: userId } = useSessionUser();
  const notify = useNotify();
  const { openTicket } = useTicketNavigation();
  const focusedTicket = useFocusedTicket();
  const leadsSounds = useTabLeader('atende-sound', useUnlockedSound());
  const leadsNotifications = useTabLeader('atende-notices', true);
  useFocusLocks();

  async function alert(kind: AlertKind, ticket: NotifiedTicket, text: string) {
    if (await isTicketFocused(ticket.uuid, focusedTicket === ticket.uuid)) return;
    if (leadsSounds.current && preferences.sounds[kind].get()) await chime(kind, preferences.volume.get());
    if (!leadsNotifications.current || !preferences.desktopNotifications.get() || (await isBrowserFocused())) return;
    const { showDesktopNotification } = await import('./desktop-notification');
    showDesktopNotification(kind, ticket, text, () => openTicket(ticket.uuid));
  }

  useSocketEvent('appMessage', (event) => {
    const kind = kindOf(event, userId);
    if (kind) void alert(kind, event.ticket, textOf(event.message));
  });
  useSocketEvent('ticket', (event) => {
    if (event.action !== 'update' || event.assignedBy === undefined || event.ticket.userId !== userId) return;
    const name = contactName(event.ticket.contact);
    if (isPageFocused()) notify('shell.notices.assigned_of', { type: 'info', messageArgs: { name } });
    void alert('assigned', event.ticket, '');
  });
  useSocketEvent('mention', (event) => {
    if (event.action !== 'create') return;
    const { note, user, contact, ticket } = event.mention;
    const messageArgs = { name: user?.name ?? '', contact: contactName(contact) };
    if (isPageFocused() && focusedTicket !== ticket.uuid) notify('notes.mentioned_in', { type: 'info', messageArgs });
    void alert('mention', { uuid: ticket.uuid, contact, lastMessage: note, lastMessageType: 'chat' }, note);
  });
}
