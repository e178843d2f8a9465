import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { presetColours } from '../../../schema/inputs/palette';
import { useResources } from '../../../schema/resources';
import { errorText } from '../../../shared/error-text';
import type { Coloured } from '../model/types';
import { keys } from './keys';
import { createTag, fetchTags } from './tags';

const STRIDE = 11;

/** A ready colour that no tag has yet, far from the ones before it. */
function nextColour(tags: readonly Coloured[]): string {
  const used = new Set(tags.map(({ color }) => color.toLowerCase()));
  const free = presetColours.filter((colour) => !used.has(colour));
  const choice = free.length > 0 ? free : presetColours;
  return choice[(tags.length * STRIDE) % choice.length] ?? '#64748b';
}

/** The company's tags, and how a new one is made. */
export function useTags() {
  const client = useQueryClient();
  const notify = useNotify();
  const { data, isPending } = useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => fetchTags(signal) });
  const tags = data ?? [];
  const creating = useMutation({
    mutationFn: (name: string) => createTag(name, nextColour(tags)),
    onError: (error) => notify(errorText(error), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tags }),
  });
  return {
    tags,
    loading: isPending,
    mayCreate: useResources().resource('tags')?.can.create ?? false,
    create: creating.mutateAsync,
    creating: creating.isPending,
  };
}
