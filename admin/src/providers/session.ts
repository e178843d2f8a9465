import type { Schemas } from './api-types';
import { createListeners } from './listeners';
import { preferences } from './preferences';

export type SessionUser = Schemas['SessionUser'];

const keys = ['token', 'companyId', 'userId', 'companyDueDate', 'support'] as const;
const FORCED_LOGOUT_MS = 2000;
const END_REASON = 'sessionEndReason';
const listeners = createListeners();
let user: SessionUser | null = null;

function readNumber(key: 'companyId' | 'userId'): number | null {
  const stored = localStorage.getItem(key);
  return stored ? Number(stored) : null;
}

/** The session of this browser. Tokens are read from local storage each time, because another tab may have renewed them. */
export const session = {
  get token(): string | null {
    return localStorage.getItem('token');
  },
  get user(): SessionUser | null {
    return user;
  },
  get userId(): number | null {
    return user?.id ?? readNumber('userId');
  },
  get companyId(): number | null {
    return user?.companyId ?? readNumber('companyId');
  },
  /** A super-admin uses an account of a company: the refresh cookie is still that of their own session. */
  get support(): boolean {
    return localStorage.getItem('support') !== null;
  },
  start(token: string, next: SessionUser) {
    // before the token, whose change the other tabs follow
    if (next.support) localStorage.setItem('support', next.support.until);
    else localStorage.removeItem('support');
    localStorage.setItem('token', token);
    localStorage.setItem('companyId', String(next.companyId));
    localStorage.setItem('userId', String(next.id));
    localStorage.setItem('companyDueDate', next.company.dueDate);
    sessionStorage.removeItem(END_REASON);
    user = next;
    listeners.notify();
  },
  /** Goes on without the server, as the user of the stored session. */
  resume(next: SessionUser) {
    user = next;
    listeners.notify();
  },
  /** Removes the session from this browser; drafts and preferences stay. */
  clear() {
    for (const key of keys) localStorage.removeItem(key);
    user = null;
    listeners.notify();
  },
  /** Why the server ended the last session of this tab: a text or its key. The first reason is kept until the next sign-in. */
  get endReason(): string | null {
    return sessionStorage.getItem(END_REASON);
  },
  noteEndReason(reason: string) {
    if (this.endReason === null) sessionStorage.setItem(END_REASON, reason);
  },
  /** The server ended the session. */
  end(reason: string) {
    this.noteEndReason(reason);
    this.clear();
  },
  subscribe: listeners.subscribe,
};

// Another tab signed out or in: this tab must neither continue as the old user nor stay on the sign-in page.
window.addEventListener('storage', (event) => {
  if (event.key !== 'token' && event.key !== 'userId' && event.key !== null) return;
  // a cleared storage is a forced logout, whose event and reason reach this tab as well
  if (event.key === null) window.setTimeout(followOtherTab, FORCED_LOGOUT_MS);
  else followOtherTab();
});

function followOtherTab() {
  if (user && session.token === null) {
    user = null;
    listeners.notify();
  } else if (session.token !== null && readNumber('userId') !== (user?.id ?? null)) {
    window.location.reload();
  }
}

export function currentLocale() {
  const own = user?.language?.slice(0, 2);
  return preferences.language.get() ?? (own === 'en' || own === 'es' ? own : 'pt');
}
