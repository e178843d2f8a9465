import { useNotify } from 'react-admin';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { contactName } from '../../conversation/model/contact-name';
import { ratingOf, textOf } from '../../conversation/model/message-content';
import type { MessageEvent, TicketEvent } from '../../conversation/model/types';
import { useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { preferences } from '../../shared/preferences';
import { chime, type Kind, useUnlockedSound } from './chime';
import type { Noticed } from './desktop-notice';
import type { MentionEvent } from './mentions';
import { isFor } from './notices';
import { useLead } from './use-lead';
import { focusLock, isFocused, isHeld, lookingLock, useLookedAt, useTellLooking } from './use-looking';

const heard = {
  message: preferences.soundMessage,
  waiting: preferences.soundWaiting,
  assigned: preferences.soundAssigned,
  mention: preferences.soundMention,
};

/** What a new message is to the user: theirs, of a customer who waits for anybody, or none of their business, as a rating. */
function kindOf({ action, message, ticket }: MessageEvent, me: number): Kind | null {
  if (action !== 'create' || message.fromMe || ratingOf(message) || !isFor(ticket, me)) return null;
  return ticket.userId === me ? 'message' : 'waiting';
}

/**
 * Sound and browser notification for what happens to the user, wherever in the application they are: by one tab of several, never
 * for their own doing, nor for the conversation that somebody looks at. Mounted once.
 */
export function useAlerts(): void {
  const { id: me } = useSessionUser();
  const notify = useNotify();
  const { openTicket } = useTicketNavigation();
  const lookedAt = useLookedAt();
  const sounds = useLead('atende-sound', useUnlockedSound());
  const shows = useLead('atende-notices', true);
  useTellLooking();

  async function alert(kind: Kind, ticket: Noticed, text: string) {
    if (await isHeld(lookingLock(ticket.uuid), lookedAt === ticket.uuid)) return;
    if (sounds.current && heard[kind].get()) await chime(kind, preferences.volume.get());
    if (!shows.current || !preferences.desktopNotices.get() || (await isHeld(focusLock, isFocused()))) return;
    const { showDesktop } = await import('./desktop-notice');
    showDesktop(kind, ticket, text, () => openTicket(ticket.uuid));
  }

  useSocketEvent<MessageEvent>('appMessage', (event) => {
    const kind = kindOf(event, me);
    if (kind) void alert(kind, event.ticket, textOf(event.message));
  });
  useSocketEvent<TicketEvent>('ticket', (event) => {
    if (event.action !== 'update' || event.assignedBy === undefined || event.ticket.userId !== me) return;
    const name = contactName(event.ticket.contact);
    if (isFocused()) notify('shell.notices.assigned_of', { type: 'info', messageArgs: { name } });
    void alert('assigned', event.ticket, '');
  });
  useSocketEvent<MentionEvent>('mention', (event) => {
    if (event.action !== 'create') return;
    const { note, user, contact, ticket } = event.mention;
    const named = { name: user?.name ?? '', contact: contactName(contact) };
    if (isFocused() && lookedAt !== ticket.uuid) notify('notes.mentioned_in', { type: 'info', messageArgs: named });
    void alert('mention', { uuid: ticket.uuid, contact, lastMessage: note, lastMessageType: 'chat' }, note);
  });
}
