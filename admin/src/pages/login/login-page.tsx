import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { authProvider } from '../../providers/auth-provider';
import { session } from '../../providers/session';
import { errorText } from '../../shared/error-text';
import { PageLink } from './card-form';

function useLogin() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await authProvider.login({ email: String(form.get('email')).trim(), password: form.get('password') });
      navigate('/tickets', { replace: true });
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return { busy, error, submit };
}

function PasswordField() {
  const translate = useTranslate();
  const [visible, setVisible] = useState(false);
  return (
    <TextField
      name="password"
      label={translate('app.login.password')}
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      fullWidth
      slotProps={{
        htmlInput: { required: true },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label={translate(visible ? 'app.login.hide_password' : 'app.login.show_password')}
                aria-pressed={visible}
                onClick={() => setVisible(!visible)}
              >
                {visible ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

export function LoginPage() {
  const translate = useTranslate();
  const { busy, error, submit } = useLogin();
  const reason = session.endReason;
  return (
    <>
      <Typography variant="h1" sx={{ mt: 3.5 }}>
        {translate('app.login.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 3 }}>{translate('app.login.lead')}</Typography>
      {reason && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {translate(reason, { _: reason })}
        </Alert>
      )}
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <TextField
          name="email"
          type="email"
          label={translate('app.login.email')}
          autoComplete="username"
          autoFocus
          fullWidth
          slotProps={{ htmlInput: { required: true } }}
        />
        <PasswordField />
        {error && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main', fontWeight: 500 }}>
            {error}
          </Typography>
        )}
        <Button type="submit" variant="contained" size="large" loading={busy} fullWidth sx={{ mt: 0.5, minHeight: 44 }}>
          {translate('app.login.submit')}
        </Button>
        <PageLink to="/forget-pass" label="app.login.forgot" />
        <PageLink to="/signup" label="app.signup.link" />
      </Box>
    </>
  );
}
