import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { queryKeys } from '../../../conversation/data/query-keys';
import type { Named } from '../../../conversation/model/types';
import { api } from '../../../providers/http';
import { errorText } from '../../../shared/error-text';

/** Tab and filters under a name, as a query of the list's address. */
export interface SavedView extends Named {
  query: string;
}

const path = '/saved-views';

export function useSavedViews() {
  return useQuery({
    queryKey: queryKeys.savedViews,
    queryFn: ({ signal }) => api<{ views: SavedView[] }>(`${path}?pageNumber=1`, { signal }).then(({ views }) => views),
  });
}

function useChange<T>(change: (what: T) => Promise<unknown>): UseMutationResult<unknown, unknown, T> {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: change,
    onError: (error) => notify(errorText(error), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.savedViews }),
  });
}

export const useSaveView = () => useChange((view: Omit<SavedView, 'id'>) => api(path, { method: 'POST', body: view }));
export const useRenameView = () =>
  useChange(({ id, name }: Named) => api(`${path}/${id}`, { method: 'PUT', body: { name } }));
export const useRemoveView = () => useChange((id: number) => api(`${path}/${id}`, { method: 'DELETE' }));
