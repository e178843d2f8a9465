import { useMemo } from 'react';
import { useSessionUser } from '../../../providers/session-user';
import type { Viewer } from '../model/ticket-rules';

export function useViewer(): Viewer {
  const { id, profile, queues } = useSessionUser();
  return useMemo(() => ({ id, profile, queueIds: queues.map((queue) => queue.id) }), [id, profile, queues]);
}
