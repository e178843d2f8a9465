import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { createTicket } from '../data/api';
import { cacheTicket } from '../data/cache';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { useTicketNavigation } from '../data/use-ticket-navigation';
import { type Conflict, conflictOf } from '../model/conflict';

interface Wanted {
  contactId: number;
  queueId: number | null;
  whatsappId: number | null;
}

/** Creates a ticket; an existing open one is opened if it is the user's, else reported as a conflict. */
export function useNewTicket(onDone: (uuid: string) => void) {
  const client = useQueryClient();
  const viewer = useCurrentUser();
  const notify = useNotify();
  const { openTicket } = useTicketNavigation();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function open(uuid: string) {
    onDone(uuid);
    openTicket(uuid, { tab: 'open' });
  }

  async function create(wanted: Wanted) {
    setBusy(true);
    setConflict(null);
    try {
      const ticket = await createTicket({ ...wanted, userId: viewer.id });
      cacheTicket(client, ticket, viewer);
      void client.invalidateQueries({ queryKey: queryKeys.allCounters });
      open(ticket.uuid);
    } catch (error) {
      const found = error instanceof ApiError && error.status === 409 ? conflictOf(error.body) : null;
      if (!found) notify(errorText(error), { type: 'error' });
      else if (found.userId !== null && found.userId !== viewer.id) setConflict(found);
      else open(found.uuid);
    } finally {
      setBusy(false);
    }
  }

  return { busy, conflict, create, forget: () => setConflict(null) };
}
