import { previewText } from '../../conversation/ui/messages/message-preview';
import { i18nProvider } from '../../providers/i18n-provider';
import { preferences } from '../../providers/preferences';
import type { AlertKind } from './chime';
import type { NotifiedConversation } from './notified-conversation';

const titles: Record<AlertKind, string> = {
  message: 'shell.notices.new_message',
  waiting: 'shell.notices.new_waiting',
  assigned: 'shell.notices.assigned',
  mention: 'notes.mentioned_nobody',
  chat: 'chats.new_message',
};

/** Shows a notification of the browser; a later one of the same conversation replaces it. */
export function showDesktopNotification(
  kind: AlertKind,
  { uuid, name, text, type }: NotifiedConversation,
  open: () => void,
): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = previewText(text, type, (key) => i18nProvider.translate(key));
  try {
    const notification = new Notification(name, {
      body: [i18nProvider.translate(titles[kind]), shown].filter(Boolean).join('\n'),
      tag: `atende-${uuid}`,
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
