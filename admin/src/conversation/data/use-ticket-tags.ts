import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotifyError } from '../../shared/error-text';
import type { Colored, Ticket } from '../model/types';
import { post } from './api';
import { cacheTicket } from './cache';

/** The order in which the server sorts tags. */
const byName = (a: Colored, b: Colored) => a.name.localeCompare(b.name);

/** The tags of a conversation: changes show at once and are sent one after the other. */
export function useTicketTags(ticket: Ticket) {
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `tags of ${ticket.id}` },
    mutationFn: (wanted: Colored[]) =>
      post<Ticket>('/tags/sync', { ticketId: ticket.id, tags: wanted.map(({ id }) => id) }),
    onSuccess: cacheTicket,
    onError: useNotifyError(),
  });
  const tags = isPending ? variables : ticket.tags;
  // creating a new tag takes a request, during which the tags may change
  const latest = useRef(tags);
  useEffect(() => {
    latest.current = tags;
  }, [tags]);
  const without = (tag: Colored) => latest.current.filter(({ id }) => id !== tag.id);
  return {
    tags,
    add: (tag: Colored) => mutate([...without(tag), tag].sort(byName)),
    remove: (tag: Colored) => mutate(without(tag)),
  };
}
