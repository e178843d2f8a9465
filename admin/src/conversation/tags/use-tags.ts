import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { presetColours } from '../../schema/inputs/palette';
import { useResources } from '../../schema/resources';
import { errorText } from '../../shared/error-text';
import { createTag, fetchTags, syncTags } from '../data/api';
import { cacheTicket } from '../data/cache';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import type { Colored, Ticket } from '../model/types';

const STRIDE = 11;

/** A ready colour that no tag has yet, far from the ones before it. */
function nextColour(tags: readonly Colored[]): string {
  const used = new Set(tags.map(({ color }) => color.toLowerCase()));
  const free = presetColours.filter((colour) => !used.has(colour));
  const choice = free.length > 0 ? free : presetColours;
  return choice[(tags.length * STRIDE) % choice.length] ?? '#64748b';
}

/** The company's tags, and how a new one is made. */
export function useTags() {
  const client = useQueryClient();
  const notify = useNotify();
  const { data, isPending } = useQuery({ queryKey: queryKeys.tags, queryFn: ({ signal }) => fetchTags(signal) });
  const tags = data ?? [];
  const creating = useMutation({
    mutationFn: (name: string) => createTag(name, nextColour(tags)),
    onError: (error) => notify(errorText(error), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.tags }),
  });
  return {
    tags,
    loading: isPending,
    mayCreate: useResources().resource('tags')?.can.create ?? false,
    create: creating.mutateAsync,
    creating: creating.isPending,
  };
}

/** The tags of a conversation as they are chosen: shown at once, sent one change after the other. */
export function useTicketTags(ticket: Ticket) {
  const client = useQueryClient();
  const viewer = useCurrentUser();
  const notify = useNotify();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `tags of ${ticket.id}` },
    mutationFn: (wanted: Colored[]) =>
      syncTags(
        ticket.id,
        wanted.map(({ id }) => id),
      ),
    onSuccess: (changed) => cacheTicket(client, changed, viewer),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  const tags = isPending ? variables : ticket.tags;
  // A new tag has to be made before it is added: by then there may be others.
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

/** As the server lists them. */
const byName = (a: Colored, b: Colored) => a.name.localeCompare(b.name);
