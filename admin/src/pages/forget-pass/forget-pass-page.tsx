import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import { Logo } from '../../shared/logo';
import { LoginFrame } from '../login/login-frame';
import { EmailStep } from './email-step';
import { ResetStep } from './reset-step';

/**
 * A forgotten password in two steps. Which step it is stands in the history: Back leads to the first, and a phone that
 * dropped the page while its owner read the mail comes back to the second.
 */
export function ForgetPassPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { email?: string } | null };
  return (
    <LoginFrame>
      <title>Atende</title>
      <Logo size={30} />
      {state?.email ? (
        <ResetStep email={state.email} />
      ) : (
        <EmailStep onSent={(email) => navigate('/forget-pass', { state: { email } })} />
      )}
      <Box sx={{ mt: 2.5, textAlign: 'center' }}>
        <Link component={RouterLink} to="/login" variant="body2" sx={{ fontWeight: 500, py: 0.5 }}>
          {translate('app.forgot.back')}
        </Link>
      </Box>
    </LoginFrame>
  );
}
