import { useNotify } from 'react-admin';
import { api } from '../../providers/http';
import { refetch } from '../../providers/query-client';
import { composer, focusList, moveFocus, rowBeside } from '../../shared/focus';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { useNamedTask } from '../../shared/use-task';
import { post } from '../data/api';
import { cacheTicketEvent, queryKeys } from '../data/cache';
import { expectRemoval } from '../data/use-ticket';
import { useTicketNavigation } from '../data/use-ticket-navigation';
import type { Ticket } from '../model/types';
import { type ActionParams, useTicketActionRunner } from './use-ticket-action-runner';

type Action = 'accept' | 'putBack' | 'resolve' | 'reopen' | 'transfer' | 'unread' | 'delete';

export type TicketActions = ReturnType<typeof useTicketActions>;

/** The actions on the open conversation; each answers whether it succeeded. */
export function useTicketActions(ticket: Ticket) {
  const notify = useNotify();
  const { openList } = useTicketNavigation();
  const task = useNamedTask<Action>();
  const perform = useTicketActionRunner();
  const { id, uuid } = ticket;

  const run = (action: Action, perform: () => Promise<void>) =>
    task.run(action, perform).finally(() => refetch(queryKeys.allCounters));

  // the event about the action may have led to the list already
  const leave = () => {
    if (window.location.href.includes(uuid)) openList();
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
        await post(`/tickets/${id}/unread`);
        refetch(queryKeys.lists);
      }),
    remove: () =>
      runAndLeave('delete', async () => {
        await api(`/tickets/${id}`, { method: 'DELETE' });
        cacheTicketEvent({ action: 'delete', ticketId: id });
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
