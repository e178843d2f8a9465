import type { AuthProvider } from 'react-admin';
import { ApiError, api } from './http';
import { type SessionUser, session } from './session';

interface Credentials {
  email: string;
  password: string;
}

/** Signs in and out; whether a session is over is decided by the HTTP client, not here. */
export const authProvider: AuthProvider = {
  async login({ email, password }: Credentials) {
    const { token, user } = await api<{ token: string; user: SessionUser }>('/auth/login', {
      method: 'POST',
      body: { email, password },
    });
    session.start(token, user);
  },
  async logout() {
    if (session.token) {
      try {
        await api('/auth/logout', { method: 'DELETE' });
      } catch (error) {
        // Signing out must work without a network or with a session that is over: this browser forgets it all the same.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    session.clear();
    return '/login';
  },
  async checkAuth() {
    if (!session.token) throw new Error('ERR_SESSION_EXPIRED');
  },
  async checkError() {},
  async getIdentity() {
    const user = session.user;
    return { id: user?.id ?? 0, fullName: user?.name };
  },
  async getPermissions() {
    return session.user?.profile;
  },
};
