import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http';

/** The cache of the admin; code outside components writes to it, too. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // retry only when the server was not reached
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 || error.status >= 502) && failures < 2,
      refetchOnWindowFocus: false,
    },
  },
});

export const refetch = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey });
