import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import { type Attendant, get } from './api';

const queryKey = ['workspace', 'users', 'online'] as const;

/** The active colleagues who are online, live. */
export function useOnlineColleagues(): readonly Attendant[] {
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get<Attendant[]>('/users/online', {}, signal),
  });
  useSocketEvent('presence', ({ user }) => {
    queryClient.setQueryData<Attendant[]>(queryKey, (known) => {
      const others = known?.filter(({ id }) => id !== user.id);
      return others && user.online && user.active ? [...others, user] : others;
    });
  });
  return data;
}
