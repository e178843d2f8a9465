import { useNotify } from 'react-admin';
import { api } from '../../../providers/http';
import { refetch } from '../../../providers/query-client';
import { act, useActing } from '../../../shared/acting';
import { composerOf, moveFocus, restoreFocusToList, rowBeside } from '../../../shared/focus';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { useTask } from '../../../shared/use-task';
import { post } from '../../data/api';
import { cacheTicketEvent, queryKeys } from '../../data/cache';
import { expectRemoval } from '../../data/use-ticket';
import { useTicketNavigation } from '../../data/use-ticket-navigation';
import { canGiveToBot } from '../../model/ticket-rules';
import type { Ticket } from '../../model/types';
import { type ActionParams, useTicketActionRunner } from './use-ticket-action-runner';

export type TicketActions = ReturnType<typeof useTicketActions>;

/** The actions on the open conversation; each answers whether it succeeded. */
export function useTicketActions(ticket: Ticket) {
  const notify = useNotify();
  const { openList } = useTicketNavigation();
  const task = useTask();
  const perform = useTicketActionRunner();
  const { id, uuid } = ticket;

  const run = (perform: () => Promise<void>) => task.run(perform).finally(() => refetch(queryKeys.allCounters));

  // the event about the action may have led to the list already
  const leave = () => {
    if (window.location.href.includes(uuid)) openList();
  };
  const runAndLeave = (perform: () => Promise<void>) =>
    run(async () => {
      const next = rowBeside(uuid);
      await expectRemoval([id], perform);
      leave();
      restoreFocusToList(...next);
    });
  // what is typed meanwhile is its draft
  const take = (action: 'accept' | 'reopen') => {
    const done = run(() => perform(action, [ticket], {}, {}));
    moveFocus(composerOf(uuid));
    return done;
  };

  return {
    /** The name of the running action. */
    busy: useActing(id),
    accept: () => take('accept'),
    reopen: () => take('reopen'),
    resolve: () => runAndLeave(() => perform('resolve', [ticket], {}, { onDone: leave })),
    putBack: () => runAndLeave(() => perform('return', [ticket], {}, { onDone: leave })),
    giveToBot: () => runAndLeave(() => perform('bot', [ticket], {}, { onDone: leave })),
    transfer: (params: ActionParams) => runAndLeave(() => perform('transfer', [ticket], params, { onDone: leave })),
    markUnread: () =>
      runAndLeave(async () => {
        await act('unread', [id], () => post(`/tickets/${id}/unread`));
        refetch(queryKeys.lists);
      }),
    remove: () =>
      runAndLeave(async () => {
        await act('delete', [id], () => api(`/tickets/${id}`, { method: 'DELETE' }));
        cacheTicketEvent({ action: 'delete', ticketId: id });
        notify('workspace.chat.deleted', { type: 'success' });
      }),
  };
}

/** The keyboard shortcuts of the open conversation; that of the transfer is beside its dialog. */
export function useTicketShortcuts(ticket: Ticket, actions: TicketActions, onContact: () => void): void {
  const { uuid, status } = ticket;
  const idle = actions.busy === null;
  useShortcut('accept', () => void actions.accept(), idle && status === 'pending');
  useShortcut('putBack', () => void actions.putBack(), idle && status === 'open');
  useShortcut('giveToBot', () => void actions.giveToBot(), idle && canGiveToBot(ticket));
  useShortcut('resolve', () => void actions.resolve(), idle && status === 'open');
  useShortcut('reopen', () => void actions.reopen(), idle && status === 'closed');
  useShortcut('unread', () => void actions.markUnread(), idle && status !== 'closed');
  useShortcut('write', () => moveFocus(composerOf(uuid)), status === 'open');
  useShortcut('contact', onContact);
}
