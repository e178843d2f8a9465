import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { mergeEvent } from '../../schema/use-live';
import { errorText } from '../../shared/error-text';

export type Pause = Schemas['Pause'];

export const MAX_REASON = 60;

const path = '/users/me/presence';
const noPause: Pause = { pausedSince: null, pauseReason: null };
const useKey = () => ['presence', useSessionUser().id] as const;

/** The user's own break and its setter. */
export function useOwnPause() {
  const client = useQueryClient();
  const notify = useNotify();
  const key = useKey();
  const { data = noPause } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<Pause>(path, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { paused: boolean; reason?: string | null }) => api<Pause>(path, { method: 'PUT', body }),
    onSuccess: (pause) => client.setQueryData(key, pause),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  return { ...data, paused: data.pausedSince !== null, busy: isPending, set: mutate };
}

/** Updates the user's break and the presence in lists of users by socket events. Mounted once. */
export function useLivePresence(): void {
  const client = useQueryClient();
  const { id } = useSessionUser();
  useSocketEvent('presence', (event) => {
    mergeEvent(client, { path: 'users' }, event);
    const { user } = event;
    if (user?.id !== id || user.pausedSince === undefined) return;
    const { pausedSince, pauseReason = null } = user;
    client.setQueryData<Pause>(['presence', id], { pausedSince, pauseReason });
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['presence'] })), [client]);
}
