import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { errorText } from '../../../shared/error-text';
import { newerOf, type TicketListState } from '../model/ticket-list';
import type { Ticket, TicketAct, TicketEvent } from '../model/types';
import { fetchTicket } from './api';
import { heardTickets } from './heard';
import { keys } from './keys';
import { usePlaces } from './use-places';
import { useViewer } from './use-viewer';

/** Tickets that this tab gives away or removes itself: their going needs no notice. */
const leaving = new Set<number>();

/** Whether this tab is giving the ticket away at this moment; then nothing more happens to it by looking. */
export const isLeaving = (ticketId: number): boolean => leaving.has(ticketId);

/** Opening the ticket again ends the leaving. */
export const stay = (ticketId: number): boolean => leaving.delete(ticketId);

export async function whileLeaving<T>(ticketId: number, perform: () => Promise<T>): Promise<T> {
  leaving.add(ticketId);
  try {
    return await perform();
  } finally {
    // The event about it may arrive a little after the answer.
    window.setTimeout(() => leaving.delete(ticketId), 5000);
  }
}

const gone = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** The ticket as the server answers it, or as an event told it meanwhile. */
async function load(uuid: string, signal: AbortSignal): Promise<Ticket> {
  const news = heardTickets.listen();
  const ticket = await fetchTicket(uuid, signal);
  return news().reduce(
    (latest, event) =>
      event.action === 'update' && event.ticket.id === ticket.id ? newerOf(latest, event.ticket) : latest,
    ticket,
  );
}

/** A conversation that was open here until somebody else's act ended that. */
export interface LostTicket {
  ticket: Ticket;
  /** null: it was not heard whose. */
  act: TicketAct | null;
}

export interface OpenedTicketState {
  ticket: Ticket | undefined;
  lost: LostTicket | null;
  error: unknown;
  retry(): void;
}

/**
 * The opened ticket. One that may not be read leads back to the list with the server's sentence; one that was taken away while it
 * was open stays as {@link LostTicket}, until it comes back or another is opened.
 */
export function useTicket(uuid: string | undefined): OpenedTicketState {
  const client = useQueryClient();
  const { toList } = usePlaces();
  const notify = useNotify();
  const viewer = useViewer();
  const [taken, setTaken] = useState<LostTicket | null>(null);
  const act = useRef<TicketAct | null>(null);
  const lost = taken?.ticket.uuid === uuid ? taken : null;
  const {
    data: ticket,
    error,
    refetch,
  } = useQuery<Ticket>({
    queryKey: keys.ticket(uuid ?? ''),
    enabled: uuid !== undefined && !lost,
    queryFn: ({ signal }) => load(uuid ?? '', signal),
    placeholderData: () => {
      const lists = client.getQueriesData<TicketListState>({ queryKey: keys.lists });
      return lists.flatMap(([, state]) => state?.tickets ?? []).find((ticket) => ticket.uuid === uuid);
    },
  });

  // what is forgotten here is asked for once more before the page has changed
  const refused = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (refused.current !== uuid) refused.current = undefined;
    if (!uuid || !gone(error) || refused.current === uuid) return;
    refused.current = uuid;
    client.removeQueries({ queryKey: keys.ticket(uuid) });
    const own = ticket && (leaving.has(ticket.id) || act.current?.by.id === viewer.id);
    if (ticket && !own) {
      setTaken({ ticket, act: act.current });
      return;
    }
    if (!ticket) notify(errorText(error), { type: 'error' });
    toList(true);
  }, [error, ticket, notify, toList, client, uuid, viewer.id]);
  useEffect(() => setTaken((before) => (before?.ticket.uuid === uuid ? before : null)), [uuid]);

  // Whether a ticket that left a list may still be read is the server's to say.
  useSocketEvent<TicketEvent>('ticket', (event) => {
    if (event.action === 'delete' && event.ticketId === ticket?.id) {
      act.current = event.act ?? null;
      const byAnother = event.act !== undefined && event.act.by.id !== viewer.id;
      // whoever gives it away themselves knows the answer
      if (leaving.has(event.ticketId) && !byAnother) toList(true);
      else void refetch();
    }
    if (event.action === 'update' && event.ticket.uuid === uuid) {
      act.current = null;
      refused.current = undefined;
      setTaken(null);
    }
  });

  // So is whether it may be, once the attendant's departments are others.
  const { profile, queueIds } = viewer;
  const foreign = profile !== 'admin' && typeof ticket?.queueId === 'number' && !queueIds.includes(ticket.queueId);
  const givenAway = ticket !== undefined && isLeaving(ticket.id);
  useEffect(() => {
    if (foreign && !givenAway) void refetch();
  }, [foreign, givenAway, refetch]);

  return { ticket: uuid && !gone(error) && !lost ? ticket : undefined, lost, error, retry: () => void refetch() };
}
