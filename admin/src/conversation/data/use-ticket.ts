import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../providers/http';
import { queryClient } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { errorText } from '../../shared/error-text';
import { newestOf, type TicketListState } from '../model/ticket-list-state';
import type { Ticket, TicketAction } from '../model/types';
import { get } from './api';
import { queryKeys } from './cache';
import { recentTicketEvents } from './recent-events';
import { useTicketNavigation } from './use-ticket-navigation';

/** Tickets that this tab is transferring, returning or deleting, so their removal needs no notice. */
const expectedRemovals = new Set<number>();

export const isRemovalExpected = (ticketId: number): boolean => expectedRemovals.has(ticketId);
export const cancelExpectedRemoval = (ticketId: number): boolean => expectedRemovals.delete(ticketId);

export async function expectRemoval<T>(ticketIds: readonly number[], perform: () => Promise<T>): Promise<T> {
  for (const id of ticketIds) expectedRemovals.add(id);
  try {
    return await perform();
  } finally {
    // the event may arrive after the response
    for (const id of ticketIds) window.setTimeout(() => expectedRemovals.delete(id), 5000);
  }
}

const isInaccessible = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** The ticket of the response, updated by events that arrived during the request. */
async function loadTicket(uuid: string, signal: AbortSignal): Promise<Ticket> {
  const events = recentTicketEvents.capture();
  const ticket = await get<Ticket>(`/tickets/u/${encodeURIComponent(uuid)}`, {}, signal);
  const missed = events();
  // the response may be older than the event that made the ticket invisible
  if (missed.some((event) => event.action === 'delete' && event.ticketId === ticket.id))
    return loadTicket(uuid, signal);
  return missed.reduce(
    (latest, event) =>
      event.action === 'update' && event.ticket.id === ticket.id ? newestOf(latest, event.ticket) : latest,
    ticket,
  );
}

/** An open conversation that a colleague's action made invisible to this user. */
export interface RemovedTicket {
  ticket: Ticket;
  /** null if unknown. */
  action: TicketAction | null;
}

export type OpenedTicket = ReturnType<typeof useTicket>;

/**
 * The open ticket. A forbidden ticket leads back to the list; one that becomes invisible while open turns into a
 * {@link RemovedTicket}.
 */
export function useTicket(uuid: string | undefined) {
  const { openList } = useTicketNavigation();
  const notify = useNotify();
  const { id: me, profile, queues } = useSessionUser();
  const [removedTicket, setRemovedTicket] = useState<RemovedTicket | null>(null);
  const act = useRef<TicketAction | null>(null);
  const removed = removedTicket?.ticket.uuid === uuid ? removedTicket : null;
  const {
    data: ticket,
    error,
    refetch,
  } = useQuery<Ticket>({
    queryKey: queryKeys.ticket(uuid ?? ''),
    enabled: uuid !== undefined && !removed,
    queryFn: ({ signal }) => loadTicket(uuid ?? '', signal),
    placeholderData: () => {
      const lists = queryClient.getQueriesData<TicketListState>({ queryKey: queryKeys.lists });
      return lists.flatMap(([, state]) => state?.tickets ?? []).find((ticket) => ticket.uuid === uuid);
    },
  });

  /** The ticket as last shown, perhaps from a list, because a failed request leaves no data. */
  const shown = useRef<Ticket | undefined>(undefined);
  useEffect(() => {
    if (ticket) shown.current = ticket;
  }, [ticket]);

  // removing the query would refetch it once more before the navigation
  const refused = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (refused.current !== uuid) refused.current = undefined;
    if (!uuid || !isInaccessible(error) || refused.current === uuid) return;
    refused.current = uuid;
    queryClient.removeQueries({ queryKey: queryKeys.ticket(uuid) });
    const known = ticket ?? (act.current && shown.current?.uuid === uuid ? shown.current : undefined);
    const own = known && (expectedRemovals.has(known.id) || act.current?.by.id === me);
    if (known && !own) {
      setRemovedTicket({ ticket: known, action: act.current });
      return;
    }
    if (!ticket) notify(errorText(error), { type: 'error' });
    openList(true);
  }, [error, ticket, notify, openList, uuid, me]);
  useEffect(() => {
    act.current = null;
    setRemovedTicket((before) => (before?.ticket.uuid === uuid ? before : null));
  }, [uuid]);

  // a `delete` event only means that the ticket left a list: the server decides whether it is still readable
  useSocketEvent('ticket', (event) => {
    if (event.action === 'delete' && event.ticketId === ticket?.id) {
      act.current = event.act ?? null;
      const byAnother = event.act !== undefined && event.act.by.id !== me;
      // after the user's own action no request is needed
      if (expectedRemovals.has(event.ticketId) && !byAnother) openList(true);
      else void refetch();
    }
    if (event.action === 'update' && event.ticket.uuid === uuid) {
      act.current = null;
      refused.current = undefined;
      setRemovedTicket(null);
    }
  });

  // this happens after the user's queues have changed
  const queueId = ticket?.queueId ?? null;
  const foreign = profile !== 'admin' && queueId !== null && !queues.some(({ id }) => id === queueId);
  const givenAway = ticket !== undefined && isRemovalExpected(ticket.id);
  useEffect(() => {
    if (foreign && !givenAway) void refetch();
  }, [foreign, givenAway, refetch]);

  return {
    ticket: uuid && !isInaccessible(error) && !removed ? ticket : undefined,
    removed,
    error,
    retry: () => void refetch(),
  };
}
