import { CssBaseline } from '@mui/material';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { AdminContext, memoryStore, useNotify } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes } from 'react-router-dom';
import { ForgetPassPage } from '../features/people/forget-pass/forget-pass-page';
import { LoginPage } from '../features/people/login/login-page';
import { authProvider } from '../providers/auth-provider';
import { dataProvider } from '../providers/data-provider';
import { restoreSession } from '../providers/http';
import { i18nProvider } from '../providers/i18n-provider';
import { clearDevice, resumeOffline } from '../providers/offline';
import { queryClient } from '../providers/query-client';
import { session } from '../providers/session';
import { useMaybeSessionUser } from '../providers/session-user';
import { Toasts } from '../shared/toasts';
import { PublicLayout } from './layout/public-layout';
import { PrivateApp } from './private-app';
import { StartFailed, StartLoading } from './start-screens';
import { darkTheme, lightTheme } from './theme/theme';
import { useThemeMode } from './theme/theme-toggle';

const SignupPage = lazy(() => import('../features/people/signup/signup-page'));

const store = memoryStore();

/**
 * On start, trades the stored session for a fresh one, once. A session that is over ends by itself; one without a company ends
 * with the message of the spec (000 §8). Without a network what this browser has kept is shown.
 */
function useRestoredSession(): { error: unknown; retry: () => void } {
  const notify = useNotify();
  const [error, setError] = useState<unknown>(null);
  const retry = useCallback(() => {
    setError(null);
    restoreSession().catch(async (failure: unknown) => {
      if (!(await resumeOffline(failure))) setError(failure);
    });
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

/** The public pages, or the application of the signed-in user. */
function Screens() {
  const user = useMaybeSessionUser();
  const { error, retry } = useRestoredSession();
  const signedOut = !user && !session.token;
  useEffect(() => {
    // the next user of this browser must not see cached data
    if (!user) queryClient.clear();
    if (signedOut) void clearDevice();
  }, [user, signedOut]);
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

function Admin() {
  const { dark } = useThemeMode();
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      theme={dark ? darkTheme : lightTheme}
      darkTheme={null}
    >
      <CssBaseline enableColorScheme />
      <Screens />
      <Toasts />
    </AdminContext>
  );
}

// a data router: useBlocker works only in one
const router = createBrowserRouter([{ path: '*', element: <Admin /> }]);

// in a transition a second click would act on what was shown before the first one
export const App = () => <RouterProvider router={router} useTransitions={false} />;
