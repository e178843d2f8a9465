import { previewText } from '../../conversation/messages/message-preview';
import { contactName } from '../../conversation/model/contact-name';
import type { Contact, Ticket } from '../../conversation/model/types';
import { i18nProvider } from '../../providers/i18n-provider';
import { preferences } from '../../shared/preferences';
import type { AlertKind } from './chime';

const titles: Record<AlertKind, string> = {
  message: 'shell.notices.new_message',
  waiting: 'shell.notices.new_waiting',
  assigned: 'shell.notices.assigned',
  mention: 'notes.mentioned_nobody',
};

/** The part of a conversation that a notification shows. */
export type NotifiedTicket = Pick<Ticket, 'uuid' | 'lastMessage' | 'lastMessageType'> & {
  contact: Pick<Contact, 'name' | 'number'>;
};

/** Shows a notification of the browser; a later one of the same conversation replaces it. */
export function showDesktopNotification(kind: AlertKind, ticket: NotifiedTicket, body: string, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const text = previewText(body || ticket.lastMessage, ticket.lastMessageType, (key) => i18nProvider.translate(key));
  try {
    const notification = new Notification(contactName(ticket.contact), {
      body: [i18nProvider.translate(titles[kind]), text].filter(Boolean).join('\n'),
      tag: `atende-${ticket.uuid}`,
      icon: '/favicon.svg',
      // the sound comes from chime()
      silent: true,
    });
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  } catch (error) {
    // the constructor throws on Android, where notifications need a service worker
    if (!(error instanceof TypeError)) throw error;
    preferences.desktopNotifications.set(false);
  }
}
