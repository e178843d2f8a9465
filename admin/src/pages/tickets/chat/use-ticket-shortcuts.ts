import { composer, moveFocus } from '../../../app/focus';
import { useShortcut } from '../../../app/shortcuts/use-shortcut';
import type { Ticket } from '../model/types';
import type { TicketActions } from './use-ticket-actions';

/** What the keyboard does with the opened conversation, as its buttons do; see also the transfer beside its dialog. */
export function useTicketShortcuts({ status }: Ticket, actions: TicketActions, onContact: () => void): void {
  const free = actions.busy === null;
  useShortcut('accept', () => void actions.accept(), free && status === 'pending');
  useShortcut('putBack', () => void actions.putBack(), free && status === 'open');
  useShortcut('resolve', () => void actions.resolve(), free && status === 'open');
  useShortcut('reopen', () => void actions.reopen(), free && status === 'closed');
  useShortcut('unread', () => void actions.markUnread(), free && status !== 'closed');
  useShortcut('write', () => moveFocus(composer), status === 'open');
  useShortcut('contact', onContact);
}
