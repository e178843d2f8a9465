import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { composer, focusList, moveFocus, rowBeside } from '../../../app/focus';
import { errorText } from '../../../shared/error-text';
import type { ActChange } from '../bulk/api';
import { useActs } from '../bulk/use-acts';
import { deleteTicket, markTicket } from '../data/api';
import { takeTicketEvent } from '../data/cache';
import { keys } from '../data/keys';
import { usePlaces } from '../data/use-places';
import { whileLeaving } from '../data/use-ticket';
import { useViewer } from '../data/use-viewer';
import type { Ticket } from '../model/types';

type Verb = 'accept' | 'putBack' | 'resolve' | 'reopen' | 'transfer' | 'unread' | 'delete';

export interface TicketActions {
  busy: Verb | null;
  accept(): Promise<boolean>;
  putBack(): Promise<boolean>;
  resolve(): Promise<boolean>;
  reopen(): Promise<boolean>;
  transfer(change: ActChange): Promise<boolean>;
  markUnread(): Promise<boolean>;
  remove(): Promise<boolean>;
}

/** What can be done with the opened conversation; each answers whether it was done. */
export function useTicketActions(ticket: Ticket): TicketActions {
  const client = useQueryClient();
  const viewer = useViewer();
  const notify = useNotify();
  const { toList } = usePlaces();
  const [busy, setBusy] = useState<Verb | null>(null);
  const perform = useActs();
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
      void client.invalidateQueries({ queryKey: keys.allCounters });
    }
  }

  /** The event about it may have led there before. */
  const lead = () => {
    if (window.location.pathname.endsWith(uuid)) toList();
  };
  const leave = (verb: Verb, perform: () => Promise<void>) =>
    run(verb, async () => {
      const next = rowBeside(uuid);
      await whileLeaving(id, perform);
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
        void client.invalidateQueries({ queryKey: keys.lists });
      }),
    remove: () =>
      leave('delete', async () => {
        await deleteTicket(id);
        takeTicketEvent(client, { action: 'delete', ticketId: id }, viewer);
        notify('workspace.chat.deleted', { type: 'success' });
      }),
  };
}
