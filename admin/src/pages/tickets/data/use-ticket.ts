import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { errorText } from '../../../shared/error-text';
import type { TicketListState } from '../model/ticket-list';
import type { Ticket, TicketEvent } from '../model/types';
import { fetchTicket } from './api';
import { keys } from './keys';
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

export interface OpenedTicketState {
  ticket: Ticket | undefined;
  error: unknown;
  retry(): void;
}

/** The opened ticket. One that may not be read leads back to the list with the server's sentence. */
export function useTicket(uuid: string | undefined): OpenedTicketState {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const {
    data: ticket,
    error,
    refetch,
  } = useQuery<Ticket>({
    queryKey: keys.ticket(uuid ?? ''),
    enabled: uuid !== undefined,
    queryFn: ({ signal }) => fetchTicket(uuid ?? '', signal),
    placeholderData: () => {
      const lists = client.getQueriesData<TicketListState>({ queryKey: keys.lists });
      return lists.flatMap(([, state]) => state?.tickets ?? []).find((ticket) => ticket.uuid === uuid);
    },
  });

  useEffect(() => {
    if (!uuid || !gone(error)) return;
    if (!ticket || !leaving.has(ticket.id))
      notify(ticket ? 'workspace.chat.gone' : errorText(error), { type: ticket ? 'info' : 'error' });
    client.removeQueries({ queryKey: keys.ticket(uuid) });
    navigate('/tickets', { replace: true });
  }, [error, ticket, notify, navigate, client, uuid]);

  // Whether a ticket that left a list may still be read is the server's to say.
  useSocketEvent<TicketEvent>('ticket', (event) => {
    if (event.action === 'delete' && event.ticketId === ticket?.id) void refetch();
  });

  // So is whether it may be, once the attendant's departments are others.
  const { profile, queueIds } = useViewer();
  const foreign = profile !== 'admin' && typeof ticket?.queueId === 'number' && !queueIds.includes(ticket.queueId);
  useEffect(() => {
    if (foreign) void refetch();
  }, [foreign, refetch]);

  return { ticket: uuid && !gone(error) ? ticket : undefined, error, retry: () => void refetch() };
}
