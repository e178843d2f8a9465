import { useMemo } from 'react';
import { useSessionUser } from '../../providers/session-user';
import type { CurrentUser } from '../model/ticket-rules';

export function useCurrentUser(): CurrentUser {
  const { id, profile, queues } = useSessionUser();
  return useMemo(() => ({ id, profile, queueIds: queues.map((queue) => queue.id) }), [id, profile, queues]);
}
