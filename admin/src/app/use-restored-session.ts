import { useCallback, useEffect, useState } from 'react';
import { refreshSession } from '../providers/http';
import { session } from '../providers/session';

/** On start, trades the stored session for a fresh one, once. A session that is over ends at the sign-in screen by itself. */
export function useRestoredSession(): { error: unknown; retry: () => void } {
  const [error, setError] = useState<unknown>(null);
  const retry = useCallback(() => {
    setError(null);
    refreshSession().catch(setError);
  }, []);
  useEffect(() => {
    if (session.token && !session.user) retry();
  }, [retry]);
  return { error, retry };
}
