import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** The message that the link to this conversation was for, as a search finds it; every click is another one. */
export function useLanding(): { messageId: number } | null {
  const location = useLocation();
  return useMemo(() => {
    const state: unknown = location.state;
    const asked = typeof state === 'object' && state !== null && 'messageId' in state ? state.messageId : null;
    return typeof asked === 'number' ? { messageId: asked } : null;
  }, [location]);
}
