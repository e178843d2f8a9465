import { previewText } from '../../conversation/messages/message-preview';
import { contactName } from '../../conversation/model/contact-name';
import type { Contact, Ticket } from '../../conversation/model/types';
import { i18nProvider } from '../../providers/i18n-provider';
import { preferences } from '../../shared/preferences';
import type { Kind } from './chime';

const titles: Record<Kind, string> = {
  message: 'shell.notices.new_message',
  waiting: 'shell.notices.new_waiting',
  assigned: 'shell.notices.assigned',
  mention: 'notes.mentioned_nobody',
};

/** What of a conversation a notification needs. */
export type Noticed = Pick<Ticket, 'uuid' | 'lastMessage' | 'lastMessageType'> & {
  contact: Pick<Contact, 'name' | 'number'>;
};

/** A notification of the browser; a later one of the same conversation takes its place. */
export function showDesktop(kind: Kind, ticket: Noticed, body: string, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const text = previewText(body || ticket.lastMessage, ticket.lastMessageType, (key) => i18nProvider.translate(key));
  try {
    const shown = new Notification(contactName(ticket.contact), {
      body: [i18nProvider.translate(titles[kind]), text].filter(Boolean).join('\n'),
      tag: `atende-${ticket.uuid}`,
      icon: '/favicon.svg',
      // the sound is ours, with its volume
      silent: true,
    });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  } catch (error) {
    // Android knows the constructor but refuses it: there it cannot be switched on
    if (!(error instanceof TypeError)) throw error;
    preferences.desktopNotices.set(false);
  }
}
