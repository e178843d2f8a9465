import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../providers/api-types';
import { api } from '../providers/http';

/** Begins with the path of the resource, so that a change of it refetches the list too. */
const queryKey = ['helps', 'list'] as const;

/** All tutorials, by title. */
export const useHelps = () => useQuery({ queryKey, queryFn: ({ signal }) => api<Help[]>('/helps/list', { signal }) });

export type Help = Exclude<Answer<'HelpsResourceController_list'>, readonly unknown[]>['records'][number];
