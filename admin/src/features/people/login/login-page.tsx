import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Alert, Box, Button, IconButton, InputAdornment, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { signIn } from '../../../providers/auth-provider';
import { ApiError } from '../../../providers/http';
import { session } from '../../../providers/session';
import { CardHead, PageLink, SubmitButton } from '../../../shared/card-form';
import { errorText } from '../../../shared/error-text';
import { RecoveryCodes } from '../../../shared/two-factor/recovery-codes';
import { SetupSteps } from '../../../shared/two-factor/setup-steps';

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

type Session = Schemas['Session'];
type Setup = Schemas['TwoFactorSetup'];

/** What stands on the card: the password, then the second step where the account has one. */
type Step =
  | { name: 'password' }
  | { name: 'code'; email: string; password: string; setup: Setup | null }
  | { name: 'recovery'; session: Session };

const isSetup = (params: Record<string, unknown>): params is Record<string, unknown> & Setup =>
  typeof params.secret === 'string' && typeof params.uri === 'string';

interface StepFormProps {
  submit: string;
  /** Where it does not throw, the next step is shown. */
  onSubmit: (form: FormData) => Promise<void>;
  children: ReactNode;
}

/** The inputs of a step with its button and what went wrong. */
function StepForm({ submit: label, onSubmit, children }: StepFormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await onSubmit(form);
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {children}
      {error && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', fontWeight: 500 }}>
          {error}
        </Typography>
      )}
      <SubmitButton label={label} loading={busy} />
    </Box>
  );
}

export function LoginPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const reason = session.endReason;
  const enter = ({ token, user }: Session) => {
    session.start(token, user);
    navigate('/tickets', { replace: true });
  };
  const attempt = async (email: string, password: string, code?: string) => {
    try {
      const opened = await signIn({ email, password, ...(code === undefined ? {} : { code }) });
      if (opened.recoveryCodes) setStep({ name: 'recovery', session: opened });
      else enter(opened);
    } catch (failure) {
      if (!(failure instanceof ApiError) || code !== undefined) throw failure;
      const setup = failure.code === 'ERR_TWO_FACTOR_SETUP' && isSetup(failure.params) ? failure.params : null;
      if (!setup && failure.code !== 'ERR_TWO_FACTOR_REQUIRED') throw failure;
      setStep({ name: 'code', email, password, setup });
    }
  };
  if (step.name === 'recovery')
    return (
      <>
        <CardHead title="account.two_factor.codes" lead={step.session.user.email} />
        <StepForm key="recovery" submit="account.two_factor.codes_saved" onSubmit={async () => enter(step.session)}>
          <RecoveryCodes codes={step.session.recoveryCodes ?? []} />
        </StepForm>
      </>
    );
  if (step.name === 'code')
    return (
      <>
        <CardHead
          title="account.two_factor.title"
          lead={translate(step.setup ? 'account.two_factor.required_lead' : 'account.two_factor.code_lead')}
        />
        <StepForm
          key="code"
          submit="app.login.submit"
          onSubmit={(form) => attempt(step.email, step.password, String(form.get('code')))}
        >
          {step.setup && <SetupSteps {...step.setup} />}
          <TextField
            name="code"
            label={translate(step.setup ? 'account.two_factor.app_code' : 'account.two_factor.code')}
            autoComplete="one-time-code"
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { required: true, maxLength: 50 } }}
          />
        </StepForm>
        <Button fullWidth sx={{ mt: 1 }} onClick={() => setStep({ name: 'password' })}>
          {translate('app.forgot.back')}
        </Button>
      </>
    );
  return (
    <>
      <CardHead title="app.login.title" lead={translate('app.login.lead')} />
      {reason && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {translate(reason, { _: reason })}
        </Alert>
      )}
      <StepForm
        key="password"
        submit="app.login.submit"
        onSubmit={(form) => attempt(String(form.get('email')).trim(), String(form.get('password')))}
      >
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
      </StepForm>
      <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
        <PageLink to="/forget-pass" label="app.login.forgot" />
        <PageLink to="/signup" label="app.signup.link" />
      </Box>
    </>
  );
}
