import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { composer, focusList, moveFocus, rowBeside } from '../../shared/focus';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { deleteTicket, markTicket } from '../data/api';
import { cacheTicketEvent } from '../data/cache';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { expectRemoval } from '../data/use-ticket';
import { useTicketNavigation } from '../data/use-ticket-navigation';
import type { Ticket } from '../model/types';
import { type ActionParams, useTicketActionRunner } from './use-ticket-action-runner';

type Verb = 'accept' | 'putBack' | 'resolve' | 'reopen' | 'transfer' | 'unread' | 'delete';

export interface TicketActions {
  busy: Verb | null;
  accept(): Promise<boolean>;
  putBack(): Promise<boolean>;
  resolve(): Promise<boolean>;
  reopen(): Promise<boolean>;
  transfer(change: ActionParams): Promise<boolean>;
  markUnread(): Promise<boolean>;
  remove(): Promise<boolean>;
}

/** What can be done with the opened conversation; each answers whether it was done. */
export function useTicketActions(ticket: Ticket): TicketActions {
  const client = useQueryClient();
  const viewer = useCurrentUser();
  const notify = useNotify();
  const { openList } = useTicketNavigation();
  const [busy, setBusy] = useState<Verb | null>(null);
  const perform = useTicketActionRunner();
  const { id, uuid } = ticket;

  async function run(verb: Verb, perform: () => Promise<void>): Promise<boolean> {
    setBusy(verb);
    try {
      await perform();
      return true;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return false;
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: queryKeys.allCounters });
    }
  }

  /** The event about it may have led there before. */
  const lead = () => {
    if (window.location.pathname.endsWith(uuid)) openList();
  };
  const leave = (verb: Verb, perform: () => Promise<void>) =>
    run(verb, async () => {
      const next = rowBeside(uuid);
      await expectRemoval(id, perform);
      lead();
      focusList(...next);
    });
  const take = (verb: 'accept' | 'reopen') => run(verb, () => perform(verb, [ticket], {}, () => moveFocus(composer)));

  return {
    busy,
    accept: () => take('accept'),
    reopen: () => take('reopen'),
    resolve: () => leave('resolve', () => perform('resolve', [ticket], {}, lead)),
    putBack: () => leave('putBack', () => perform('return', [ticket], {}, lead)),
    transfer: (change) => leave('transfer', () => perform('transfer', [ticket], change, lead)),
    markUnread: () =>
      leave('unread', async () => {
        await markTicket(id, 'unread');
        void client.invalidateQueries({ queryKey: queryKeys.lists });
      }),
    remove: () =>
      leave('delete', async () => {
        await deleteTicket(id);
        cacheTicketEvent(client, { action: 'delete', ticketId: id }, viewer);
        notify('workspace.chat.deleted', { type: 'success' });
      }),
  };
}

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
