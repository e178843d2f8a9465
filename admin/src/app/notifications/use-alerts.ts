import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { contactName } from '../../conversation/model/contact-name';
import { ratingOf, textOf } from '../../conversation/model/message-content';
import type { MessageEvent } from '../../conversation/model/types';
import { preferences } from '../../providers/preferences';
import { useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { isPageFocused } from '../../shared/focus';
import { type AlertKind, chime, useUnlockedSound } from './chime';
import { type NotifiedConversation, type NotifiedTicket, ofTicket } from './notified-conversation';
import { usePush } from './push';
import {
  isBrowserFocused,
  isConversationFocused,
  useFocusedConversation,
  useFocusLocks,
  useTabLeader,
} from './tab-locks';
import { isForUser } from './unread-tickets';

/** The alert of a new message; none for ratings and for conversations of other attendants. */
function kindOf({ action, message, ticket }: MessageEvent, userId: number): AlertKind | null {
  if (action !== 'create' || message.fromMe || ratingOf(message) || !isForUser(ticket, userId)) return null;
  return ticket.userId === userId ? 'message' : 'waiting';
}

/**
 * Sounds and desktop notifications for new messages, assignments, mentions and chats: from one tab of several, not for the user's own
 * actions, nor for the conversation that they look at. Mounted once.
 */
export function useAlerts(): void {
  const { id: userId } = useSessionUser();
  const notify = useNotify();
  const { openTicket } = useTicketNavigation();
  const focused = useFocusedConversation();
  const navigate = useNavigate();
  const leadsSounds = useTabLeader('atende-sound', useUnlockedSound());
  const leadsNotifications = useTabLeader('atende-notices', true);
  useFocusLocks();
  usePush();

  async function alert(kind: AlertKind, conversation: NotifiedConversation, open: () => void) {
    const { uuid } = conversation;
    if (await isConversationFocused(uuid, focused === uuid)) return;
    if (leadsSounds.current && preferences.sounds[kind].get()) await chime(kind, preferences.volume.get());
    // the service worker shows the one that the server sends
    if (preferences.pushOwner.get() === userId) return;
    if (!leadsNotifications.current || !preferences.desktopNotifications.get() || (await isBrowserFocused())) return;
    const { showDesktopNotification } = await import('./desktop-notification');
    showDesktopNotification(kind, conversation, open);
  }
  const alertTicket = (kind: AlertKind, ticket: NotifiedTicket, text: string) =>
    alert(kind, { ...ofTicket(ticket), ...(text && { text }) }, () => openTicket(ticket.uuid));

  useSocketEvent('appMessage', (event) => {
    const kind = kindOf(event, userId);
    if (kind) void alertTicket(kind, event.ticket, textOf(event.message));
  });
  useSocketEvent('ticket', (event) => {
    if (event.action !== 'update' || event.assignedBy === undefined || event.ticket.userId !== userId) return;
    const name = contactName(event.ticket.contact);
    if (isPageFocused()) notify('shell.notices.assigned_of', { type: 'info', messageArgs: { name } });
    void alertTicket('assigned', event.ticket, '');
  });
  useSocketEvent('mention', (event) => {
    if (event.action !== 'create') return;
    const { note, user, contact, ticket } = event.mention;
    const messageArgs = { name: user?.name ?? '', contact: contactName(contact) };
    if (isPageFocused() && focused !== ticket.uuid) notify('notes.mentioned_in', { type: 'info', messageArgs });
    void alertTicket('mention', { uuid: ticket.uuid, contact, lastMessage: note, lastMessageType: 'chat' }, note);
  });
  useSocketEvent('schedule', ({ schedule }) => {
    if (schedule?.status !== 'ERRO' || schedule.userId !== userId || !isPageFocused()) return;
    const messageArgs = { name: schedule.contact.name, reason: schedule.errorText ?? '' };
    notify('schedules.not_sent', { type: 'warning', messageArgs });
  });
  useSocketEvent('chat', (event) => {
    if (event.action !== 'new-message' || event.newMessage.senderId === userId) return;
    const { chat, newMessage } = event;
    const { mentions, message, mediaType, sender } = newMessage;
    const named = mentions.some(({ id }) => id === userId);
    const messageArgs = { name: sender?.name ?? '', chat: chat.title };
    if (named && isPageFocused() && focused !== chat.uuid) notify('chats.mentioned_in', { type: 'info', messageArgs });
    const text = chat.direct || message === '' ? message : `${sender?.name ?? ''}: ${message}`;
    const shown = { uuid: chat.uuid, name: chat.title, text, type: mediaType };
    void alert(named ? 'mention' : 'chat', shown, () => navigate(`/chats/${chat.uuid}`));
  });
}
