import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import type { Coloured, Ticket } from '../model/types';
import { putTicket } from './cache';
import { syncTags } from './tags';
import { useViewer } from './use-viewer';

/** The tags of a conversation as they are chosen: shown at once, sent one change after the other. */
export function useTicketTags(ticket: Ticket) {
  const client = useQueryClient();
  const viewer = useViewer();
  const notify = useNotify();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `tags of ${ticket.id}` },
    mutationFn: (wanted: Coloured[]) =>
      syncTags(
        ticket.id,
        wanted.map(({ id }) => id),
      ),
    onSuccess: (changed) => putTicket(client, changed, viewer),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  const tags = isPending ? variables : ticket.tags;
  // A new tag has to be made before it is added: by then there may be others.
  const latest = useRef(tags);
  useEffect(() => {
    latest.current = tags;
  }, [tags]);
  const without = (tag: Coloured) => latest.current.filter(({ id }) => id !== tag.id);
  return {
    tags,
    add: (tag: Coloured) => mutate([...without(tag), tag].sort(byName)),
    remove: (tag: Coloured) => mutate(without(tag)),
  };
}

/** As the server lists them. */
const byName = (a: Coloured, b: Coloured) => a.name.localeCompare(b.name);
