import { CssBaseline } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ForgetPassPage } from '../pages/forget-pass/forget-pass-page';
import { LoginPage } from '../pages/login/login-page';
import { refreshSession } from '../providers/http';
import { session } from '../providers/session';
import { useMaybeSessionUser } from '../providers/session-user';
import { Toasts } from '../shared/toasts';
import { PublicLayout } from './layout/public-layout';
import { PrivateApp } from './private-app';
import { StartFailed, StartLoading } from './start-screens';

const SignupPage = lazy(() => import('../pages/signup/signup-page'));

/**
 * On start, trades the stored session for a fresh one, once. A session that is over ends by itself; one without a company ends
 * with the message of the spec (000 §8).
 */
function useRestoredSession(): { error: unknown; retry: () => void } {
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

function Screens() {
  const user = useMaybeSessionUser();
  const client = useQueryClient();
  const { error, retry } = useRestoredSession();
  useEffect(() => {
    // the next user of this browser must not see cached data
    if (!user) client.clear();
  }, [user, client]);
  if (user) return <PrivateApp key={user.id} />;
  if (session.token) return error ? <StartFailed error={error} retry={retry} /> : <StartLoading />;
  return (
    <Suspense fallback={<StartLoading />}>
      <Routes>
        <Route element={<PublicLayout />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/forget-pass" element={<ForgetPassPage />} />
          <Route path="/signup" element={<SignupPage />} />
        </Route>
        <Route path="*" element={<Navigate to="/login" replace />} />
      </Routes>
    </Suspense>
  );
}

/** The public pages, or the application of the signed-in user. */
export function Root() {
  return (
    <>
      <CssBaseline enableColorScheme />
      <Screens />
      <Toasts />
    </>
  );
}
