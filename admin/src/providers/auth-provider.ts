import type { AuthProvider } from 'react-admin';
import type { Schemas } from './api-types';
import { ApiError, api, refreshSession, supportOrigin } from './http';
import { session } from './session';

interface Credentials {
  email: string;
  password: string;
  /** Of the second step. */
  code?: string;
}

/** Signs in without starting the session here. @throws ApiError, ERR_TWO_FACTOR_… where a code is asked for */
export const signIn = (credentials: Credentials) =>
  api<Schemas['Session']>('/auth/login', { method: 'POST', body: credentials });

/** Signs in and out; the HTTP client ends sessions. */
export const authProvider: AuthProvider = {
  async login(credentials: Credentials) {
    const { token, user } = await signIn(credentials);
    session.start(token, user);
  },
  async logout() {
    const leaves = session.support;
    if (session.token) {
      try {
        await api('/auth/logout', { method: 'DELETE' });
      } catch (error) {
        // signing out works offline and with an expired session too
        if (!(error instanceof ApiError)) throw error;
      }
    }
    // support goes on with the super-admin's own session
    if (leaves) {
      await refreshSession().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      // a request in between may have ended the session of this page already
      window.location.assign(supportOrigin);
      return supportOrigin;
    }
    session.clear();
    return '/login';
  },
  async checkAuth() {
    if (!session.token) throw new Error('ERR_SESSION_EXPIRED');
  },
  async checkError() {},
};
