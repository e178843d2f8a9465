import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Alert, Box, IconButton, InputAdornment, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { authProvider } from '../../providers/auth-provider';
import { session } from '../../providers/session';
import { errorText } from '../../shared/error-text';
import { CardHead, PageLink, SubmitButton } from './card-form';

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
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const reason = session.endReason;
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
  return (
    <>
      <CardHead title="app.login.title" lead={translate('app.login.lead')} />
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
        <SubmitButton label="app.login.submit" loading={busy} />
        <PageLink to="/forget-pass" label="app.login.forgot" />
        <PageLink to="/signup" label="app.signup.link" />
      </Box>
    </>
  );
}
