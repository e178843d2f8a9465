import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../providers/query-client';
import { presetColours } from '../../schema/inputs/palette';
import { useResources } from '../../schema/resources';
import { useNotifyError } from '../../shared/error-text';
import type { Colored } from '../model/types';
import { post } from './api';
import { queryKeys } from './cache';
import { tagsQuery } from './company-queries';

/** The step between suggested colours, because neighbours in the palette look alike. */
const PALETTE_STEP = 11;

/** An unused preset colour that differs from the previous ones. */
function nextColor(tags: readonly Colored[]): string {
  const used = new Set(tags.map(({ color }) => color.toLowerCase()));
  const colours = presetColours.map(({ value }) => value);
  const free = colours.filter((color) => !used.has(color));
  const choice = free.length > 0 ? free : colours;
  return choice[(tags.length * PALETTE_STEP) % choice.length] ?? '#64748b';
}

export function useTags() {
  const { data, isPending } = useQuery(tagsQuery);
  const tags = data ?? [];
  const creation = useMutation({
    mutationFn: (name: string) => post<Colored>('/tags', { name, color: nextColor(tags) }),
    onError: useNotifyError(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.tags }),
  });
  return {
    tags,
    loading: isPending,
    mayCreate: useResources().resource('tags')?.can.create ?? false,
    create: creation.mutateAsync,
    creating: creation.isPending,
  };
}
