import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { composer, focusList, moveFocus, rowBeside } from '../../shared/focus';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { useNamedTask } from '../../shared/use-task';
import { deleteTicket, markTicket } from '../data/api';
import { cacheTicketEvent } from '../data/cache';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { expectRemoval } from '../data/use-ticket';
import { useTicketNavigation } from '../data/use-ticket-navigation';
import type { Ticket } from '../model/types';
import { type ActionParams, useTicketActionRunner } from './use-ticket-action-runner';

type Action = 'accept' | 'putBack' | 'resolve' | 'reopen' | 'transfer' | 'unread' | 'delete';

export type TicketActions = ReturnType<typeof useTicketActions>;

/** The actions on the open conversation; each answers whether it succeeded. */
export function useTicketActions(ticket: Ticket) {
  const client = useQueryClient();
  const currentUser = useCurrentUser();
  const notify = useNotify();
  const { openList } = useTicketNavigation();
  const task = useNamedTask<Action>();
  const perform = useTicketActionRunner();
  const { id, uuid } = ticket;

  const run = (action: Action, perform: () => Promise<void>) =>
    task.run(action, perform).finally(() => void client.invalidateQueries({ queryKey: queryKeys.allCounters }));

  // the event about the action may have led to the list already
  const leave = () => {
    if (window.location.pathname.endsWith(uuid)) openList();
  };
  const runAndLeave = (action: Action, perform: () => Promise<void>) =>
    run(action, async () => {
      const next = rowBeside(uuid);
      await expectRemoval([id], perform);
      leave();
      focusList(...next);
    });
  const take = (action: 'accept' | 'reopen') =>
    run(action, () => perform(action, [ticket], {}, () => moveFocus(composer)));

  return {
    busy: task.busy,
    accept: () => take('accept'),
    reopen: () => take('reopen'),
    resolve: () => runAndLeave('resolve', () => perform('resolve', [ticket], {}, leave)),
    putBack: () => runAndLeave('putBack', () => perform('return', [ticket], {}, leave)),
    transfer: (params: ActionParams) => runAndLeave('transfer', () => perform('transfer', [ticket], params, leave)),
    markUnread: () =>
      runAndLeave('unread', async () => {
        await markTicket(id, 'unread');
        void client.invalidateQueries({ queryKey: queryKeys.lists });
      }),
    remove: () =>
      runAndLeave('delete', async () => {
        await deleteTicket(id);
        cacheTicketEvent(client, { action: 'delete', ticketId: id }, currentUser);
        notify('workspace.chat.deleted', { type: 'success' });
      }),
  };
}

/** The keyboard shortcuts of the open conversation; that of the transfer is beside its dialog. */
export function useTicketShortcuts({ status }: Ticket, actions: TicketActions, onContact: () => void): void {
  const idle = actions.busy === null;
  useShortcut('accept', () => void actions.accept(), idle && status === 'pending');
  useShortcut('putBack', () => void actions.putBack(), idle && status === 'open');
  useShortcut('resolve', () => void actions.resolve(), idle && status === 'open');
  useShortcut('reopen', () => void actions.reopen(), idle && status === 'closed');
  useShortcut('unread', () => void actions.markUnread(), idle && status !== 'closed');
  useShortcut('write', () => moveFocus(composer), status === 'open');
  useShortcut('contact', onContact);
}
