import CssBaseline from '@mui/material/CssBaseline';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ForgetPassPage } from '../pages/forget-pass/forget-pass-page';
import { LoginPage } from '../pages/login/login-page';
import { session } from '../providers/session';
import { useMaybeSessionUser } from '../providers/session-user';
import { PrivateApp } from './private-app';
import { StartFailed, StartLoading } from './start-screens';
import { Toasts } from './toasts';
import { useRestoredSession } from './use-restored-session';

function Screens() {
  const user = useMaybeSessionUser();
  const { error, retry } = useRestoredSession();
  if (user) return <PrivateApp key={user.id} />;
  if (session.token) return error ? <StartFailed error={error} retry={retry} /> : <StartLoading />;
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/forget-pass" element={<ForgetPassPage />} />
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
