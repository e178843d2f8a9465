import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { onResync, useSocketEvent } from '../../../providers/realtime';

export type Option = Schemas['QueueOptionNode'];
export type OptionTexts = Pick<Option, 'title' | 'message'>;

const path = '/queue-options';

/** The options of a department, updated by events, and what changes them. */
export function useMenu(queueId: number) {
  const client = useQueryClient();
  const queryKey = [path, queueId];
  const refresh = () => client.invalidateQueries({ queryKey: [path, queueId] });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [path, queueId] })), [client, queueId]);
  useSocketEvent('queueOption', () => void refresh());
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<Option[]>(`${path}?queueId=${queueId}&parentId=-1`, { signal }),
  });
  return {
    options: data,
    error,
    retry: () => void refetch(),
    create: async (parentId: number | null, texts: OptionTexts) => {
      const created = await api<Option>(path, { method: 'POST', body: { queueId, parentId, ...texts } });
      await refresh();
      return created;
    },
    update: async (id: number, changes: Partial<OptionTexts> | { option: number }) => {
      await api(`${path}/${id}`, { method: 'PUT', body: changes });
      await refresh();
    },
    remove: async (id: number) => {
      await api(`${path}/${id}`, { method: 'DELETE' });
      await refresh();
    },
    /** Shows the order at once, the server's afterwards. */
    move: async (siblings: readonly Option[], from: number, to: number) => {
      const moved = siblings[from];
      if (!moved) return;
      const ordered = siblings.toSpliced(from, 1).toSpliced(to, 0, moved);
      client.setQueryData<Option[]>(queryKey, (tree) => tree && withOrder(tree, ordered));
      try {
        await api(`${path}/${moved.id}`, { method: 'PUT', body: { option: to + 1 } });
      } finally {
        await refresh();
      }
    },
  };
}

/** The text of a menu; null: that of the department. */
export function useMenuText(queueId: number, optionId: number | null) {
  return useQuery({
    queryKey: [path, queueId, 'menu', optionId],
    queryFn: ({ signal }) =>
      api<{ text: string }>(`${path}/menu?queueId=${queueId}&parentId=${optionId ?? -1}`, { signal }),
  }).data?.text;
}

function withOrder(tree: readonly Option[], ordered: readonly Option[]): Option[] {
  const first = ordered[0];
  if (first && tree.some(({ id }) => id === first.id))
    return ordered.map((one, index) => ({ ...one, option: index + 1 }));
  return tree.map((node) => ({ ...node, children: withOrder(node.children, ordered) }));
}

export const countBelow = ({ children }: Option): number =>
  children.reduce((count, child) => count + 1 + countBelow(child), 0);

export function findOption(tree: readonly Option[], id: number | null): Option | undefined {
  for (const node of tree) {
    const found = node.id === id ? node : findOption(node.children, id);
    if (found) return found;
  }
  return undefined;
}
