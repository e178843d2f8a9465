import { useSyncExternalStore } from 'react';
import { type SessionUser, session } from './session';

export type { SessionUser };

const read = () => session.user;

/** The signed-in user, or null on the public screens. */
export function useMaybeSessionUser(): SessionUser | null {
  return useSyncExternalStore(session.subscribe, read);
}

/** The signed-in user; only for the private screens, which are not rendered without one. */
export function useSessionUser(): SessionUser {
  const user = useMaybeSessionUser();
  if (!user) throw new Error('useSessionUser was used outside the private screens');
  return user;
}
