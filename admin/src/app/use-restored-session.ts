import { useCallback, useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { refreshSession } from '../providers/http';
import { session } from '../providers/session';

/**
 * On start, trades the stored session for a fresh one, once. A session that is over ends at the sign-in screen by itself; one that
 * does not say of which company it is, with the spec's word (000 §8).
 */
export function useRestoredSession(): { error: unknown; retry: () => void } {
  const notify = useNotify();
  const [error, setError] = useState<unknown>(null);
  const retry = useCallback(() => {
    setError(null);
    refreshSession().catch(setError);
  }, []);
  useEffect(() => {
    if (!session.token || session.user) return;
    if (session.companyId) return retry();
    notify('shell.no_company', { type: 'error' });
    session.clear();
    setError(new Error('The stored session names no company'));
  }, [retry, notify]);
  return { error, retry };
}
