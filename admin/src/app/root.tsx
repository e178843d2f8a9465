import CssBaseline from '@mui/material/CssBaseline';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ForgetPassPage } from '../pages/forget-pass/forget-pass-page';
import { LoginPage } from '../pages/login/login-page';
import { session } from '../providers/session';
import { useMaybeSessionUser } from '../providers/session-user';
import { PrivateApp } from './private-app';
import { StartFailed, StartLoading } from './start-screens';
import { Toasts } from './toasts';
import { useRestoredSession } from './use-restored-session';

// few people ever see it
const SignupPage = lazy(() => import('../pages/signup/signup-page'));

function Screens() {
  const user = useMaybeSessionUser();
  const client = useQueryClient();
  const { error, retry } = useRestoredSession();
  useEffect(() => {
    // the next person of this browser finds nothing of the last one's
    if (!user) client.clear();
  }, [user, client]);
  if (user) return <PrivateApp key={user.id} />;
  if (session.token) return error ? <StartFailed error={error} retry={retry} /> : <StartLoading />;
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/forget-pass" element={<ForgetPassPage />} />
      <Route
        path="/signup"
        element={
          <Suspense fallback={<StartLoading />}>
            <SignupPage />
          </Suspense>
        }
      />
      <Route path="*" element={<Navigate to="/login" replace />} />
    </Routes>
  );
}

/** Who is not signed in sees the sign-in screen, everybody else the application. */
export function Root() {
  return (
    <>
      <CssBaseline enableColorScheme />
      <Screens />
      <Toasts />
    </>
  );
}
