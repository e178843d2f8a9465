import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { useActs } from '../bulk/use-acts';
import { usePlaces } from '../data/use-places';
import type { Ticket } from '../model/types';

/** Accepts a waiting conversation for oneself and opens it. */
export function useAccept(): { acceptingId: number | null; accept: (ticket: Ticket) => void } {
  const actOn = useActs();
  const notify = useNotify();
  const { openTicket } = usePlaces();
  const [acceptingId, setAcceptingId] = useState<number | null>(null);
  const act = useRef<(ticket: Ticket) => void>(() => undefined);
  async function perform(ticket: Ticket) {
    setAcceptingId(ticket.id);
    try {
      await actOn('accept', [ticket], {}, () => openTicket(ticket.uuid, { tab: 'open' }));
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setAcceptingId(null);
    }
  }
  useEffect(() => {
    act.current = (ticket) => void perform(ticket);
  });
  // the same function for good: rows are drawn again only when they change
  const accept = useCallback((ticket: Ticket) => act.current(ticket), []);
  return { acceptingId, accept };
}
