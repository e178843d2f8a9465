import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../../conversation/data/api';
import { queryKeys } from '../../../conversation/data/query-keys';
import type { Named } from '../../../conversation/model/types';
import type { ListPage, Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { useNotifyError } from '../../../shared/error-text';

/** A named tab with filters, as the query of the list's address. */
export type SavedView = Schemas['SavedViewRecord'];

const path = '/saved-views';

export function useSavedViews() {
  return useQuery({
    queryKey: queryKeys.savedViews,
    queryFn: async ({ signal }) =>
      (await get<ListPage<'SavedViewsResourceController_list'>>(path, { pageNumber: '1' }, signal)).views,
  });
}

function useViewMutation<T>(mutationFn: (variables: T) => Promise<unknown>): UseMutationResult<unknown, unknown, T> {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: useNotifyError(),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.savedViews }),
  });
}

export const useSaveView = () => useViewMutation((view: Pick<SavedView, 'name' | 'query'>) => post(path, view));
export const useRenameView = () =>
  useViewMutation(({ id, name }: Named) => api(`${path}/${id}`, { method: 'PUT', body: { name } }));
export const useRemoveView = () => useViewMutation((id: number) => api(`${path}/${id}`, { method: 'DELETE' }));
