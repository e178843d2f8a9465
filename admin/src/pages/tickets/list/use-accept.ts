import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { updateTicket } from '../data/api';
import { putTicket } from '../data/cache';
import { keys } from '../data/keys';
import { usePlaces } from '../data/use-places';
import { useViewer } from '../data/use-viewer';
import type { Ticket } from '../model/types';

/** Accepts a waiting or reopens a resolved conversation for oneself and opens it. */
export function useAccept(): { acceptingId: number | null; accept: (ticket: Ticket) => void } {
  const client = useQueryClient();
  const viewer = useViewer();
  const notify = useNotify();
  const { openTicket } = usePlaces();
  const [acceptingId, setAcceptingId] = useState<number | null>(null);
  const accept = useCallback(
    async (ticket: Ticket) => {
      setAcceptingId(ticket.id);
      try {
        const accepted = await updateTicket(ticket.id, { status: 'open', userId: viewer.id, queueId: ticket.queueId });
        putTicket(client, accepted, viewer);
        openTicket(accepted.uuid, { tab: 'open' });
      } catch (error) {
        notify(errorText(error), { type: 'error' });
        // Somebody else was faster: the lists show who.
        void client.invalidateQueries({ queryKey: keys.lists });
      } finally {
        setAcceptingId(null);
        void client.invalidateQueries({ queryKey: keys.allCounters });
      }
    },
    [client, viewer, notify, openTicket],
  );
  return { acceptingId, accept };
}
