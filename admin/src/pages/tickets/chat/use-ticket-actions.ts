import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { deleteTicket, markTicket, type TicketChange, updateTicket } from '../data/api';
import { putTicket, takeTicketEvent } from '../data/cache';
import { keys } from '../data/keys';
import { usePlaces } from '../data/use-places';
import { whileLeaving } from '../data/use-ticket';
import { useViewer } from '../data/use-viewer';
import type { Ticket } from '../model/types';

type Verb = 'accept' | 'resolve' | 'reopen' | 'transfer' | 'unread' | 'delete';

export interface TicketActions {
  busy: Verb | null;
  accept(): Promise<boolean>;
  resolve(): Promise<boolean>;
  reopen(): Promise<boolean>;
  transfer(change: TicketChange): Promise<boolean>;
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
  const { id, uuid, queueId } = ticket;

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

  const change = (verb: Verb, values: TicketChange) =>
    run(verb, async () => putTicket(client, await updateTicket(id, values), viewer));
  const leave = (verb: Verb, perform: () => Promise<void>) =>
    run(verb, () =>
      whileLeaving(id, async () => {
        await perform();
        // the event about it may have led there before
        if (window.location.pathname.endsWith(uuid)) toList();
      }),
    );
  const take: TicketChange = { status: 'open', userId: viewer.id, queueId };
  const cleared = { useIntegration: false, promptId: false, integrationId: false } as const;

  return {
    busy,
    accept: () => change('accept', take),
    reopen: () => change('reopen', take),
    resolve: () =>
      leave('resolve', async () => {
        putTicket(client, await updateTicket(id, { status: 'closed', userId: viewer.id, queueId, ...cleared }), viewer);
      }),
    transfer: (values) =>
      leave('transfer', async () => {
        putTicket(client, await updateTicket(id, values), viewer);
        notify('workspace.transfer.done', { type: 'success' });
      }),
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
