import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Logo } from '../../shared/logo';
import { LoginFrame } from '../login/login-frame';
import { SignupForm } from './signup-form';

/** Where a visitor opens a company of their own, while the platform allows it (spec 000 §1). */
export default function SignupPage() {
  const translate = useTranslate();
  return (
    <LoginFrame>
      <title>Atende</title>
      <Logo size={30} />
      <SignupForm />
      <Box sx={{ mt: 2.5, textAlign: 'center' }}>
        <Link component={RouterLink} to="/login" variant="body2" sx={{ fontWeight: 500, py: 0.5 }}>
          {translate('app.signup.back')}
        </Link>
      </Box>
    </LoginFrame>
  );
}
