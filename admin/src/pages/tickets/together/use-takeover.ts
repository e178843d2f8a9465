import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSocketEvent } from '../../../providers/realtime';
import { useViewer } from '../data/use-viewer';
import { type Takeover, takeoverOf, takeoverSince } from '../model/takeover';
import type { Ticket, TicketEvent } from '../model/types';

/** A message about the same act may be here a moment before the event that names whose it was. */
const PATIENCE_MS = 600;

const placeOf = ({ status, userId, queueId }: Ticket): string => [status, userId, queueId].join();

/** What a colleague did with the opened conversation, until it is dismissed or something else is done with it. */
export function useTakeover(ticket: Ticket): { takeover: Takeover | null; dismiss: () => void } {
  const { id: me } = useViewer();
  const [takeover, setTakeover] = useState<Takeover | null>(null);
  const place = placeOf(ticket);
  const explained = useRef(place);
  const known = useRef(ticket);
  useSocketEvent<TicketEvent>('ticket', (event) => {
    if (event.action !== 'update' || event.ticket.id !== ticket.id) return;
    const moved = placeOf(event.ticket) !== explained.current;
    explained.current = placeOf(event.ticket);
    if (event.act || moved) setTakeover(takeoverOf(event.act, event.ticket, me));
  });
  const missed = useEffectEvent((before: Ticket) => {
    if (explained.current === place) return;
    explained.current = place;
    setTakeover(takeoverSince(before, ticket, me));
  });
  const current = useEffectEvent(() => ticket);
  // after a gap in the events nothing but the difference tells it
  useEffect(() => {
    const before = known.current;
    known.current = current();
    if (explained.current === place) return undefined;
    const timer = window.setTimeout(() => missed(before), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [place]);
  return { takeover, dismiss: () => setTakeover(null) };
}
