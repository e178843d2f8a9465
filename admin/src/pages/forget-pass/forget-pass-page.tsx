import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { email, PasswordInput, regex, required, TextInput, useNotify, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Schemas } from '../../providers/api-types';
import { ApiError, type ApiOptions, api } from '../../providers/http';
import { useNotifyError } from '../../shared/error-text';
import { CardForm, PageLink } from '../login/card-form';

type Outcome = { done: true } | { done: false; fields: Record<string, string> };

/** Calls the API and shows its message; the errors of fields are returned for the inputs to show. */
function useCall() {
  const notify = useNotify();
  const notifyError = useNotifyError();
  return async (path: string, options: ApiOptions): Promise<Outcome> => {
    try {
      const { status, message } = await api<Schemas['PasswordResetAnswer']>(path, options);
      if (status === 404) {
        // unknown e-mail: the spec puts this status in the body only
        notify(message, { type: 'error' });
        return { done: false, fields: { email: message } };
      }
      notify(message, { type: 'success' });
      return { done: true };
    } catch (error) {
      notifyError(error);
      return { done: false, fields: error instanceof ApiError ? error.fields : {} };
    }
  };
}

function useSendCode() {
  const call = useCall();
  return (email: string) => call(`/forgetpassword/${encodeURIComponent(email)}`, { method: 'POST' });
}

const filled = required('app.forgot.required');
const emailRules = [filled, email('app.forgot.invalid_email')];

function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const translate = useTranslate();
  const sendCode = useSendCode();
  const submit = async (values: Record<string, unknown>) => {
    const address = String(values.email).trim();
    const outcome = await sendCode(address);
    if (!outcome.done) return outcome.fields;
    onSent(address);
    return undefined;
  };
  return (
    <CardForm
      title="app.forgot.title"
      lead={translate('app.forgot.lead')}
      submit="app.forgot.send_code"
      onSubmit={submit}
    >
      <TextInput
        source="email"
        type="email"
        label="app.login.email"
        autoComplete="username"
        validate={emailRules}
        parse={(value: string) => value.trim()}
        helperText={false}
        autoFocus
      />
    </CardForm>
  );
}

const strong = regex(/^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d).{8,}$/u, 'app.forgot.weak_password');
const same = (value: unknown, { password }: Record<string, unknown>) =>
  value === password ? undefined : 'app.forgot.mismatch';

const codeRules = [filled];
const passwordRules = [filled, strong];
const confirmationRules = [filled, same];
const digits = (value: string) => value.replace(/\D/g, '').slice(0, 6);

function SendAgain({ email }: { email: string }) {
  const translate = useTranslate();
  const sendCode = useSendCode();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await sendCode(email);
    setBusy(false);
  };
  return (
    <Button onClick={send} loading={busy} fullWidth sx={{ mt: 1 }}>
      {translate('app.forgot.send_again')}
    </Button>
  );
}

/** The code from the mail and the new password, twice. */
function ResetStep({ email }: { email: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const call = useCall();
  const submit = async ({ token, password }: Record<string, unknown>) => {
    const outcome = await call('/auth/reset', { method: 'POST', body: { email, token, password } });
    if (!outcome.done) return outcome.fields;
    navigate('/login', { replace: true });
    return undefined;
  };
  return (
    <>
      <CardForm
        title="app.forgot.reset_title"
        lead={translate('app.forgot.reset_lead', { email })}
        submit="app.forgot.reset"
        onSubmit={submit}
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          source="token"
          label="app.forgot.code"
          autoComplete="one-time-code"
          validate={codeRules}
          parse={digits}
          helperText={false}
          autoFocus
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <PasswordInput
          source="password"
          label="app.forgot.new_password"
          autoComplete="new-password"
          validate={passwordRules}
          helperText={false}
        />
        <PasswordInput
          source="confirmation"
          label="app.forgot.confirmation"
          autoComplete="new-password"
          validate={confirmationRules}
          helperText={false}
        />
      </CardForm>
      <SendAgain email={email} />
    </>
  );
}

/**
 * Resets a forgotten password in two steps. The step is in the history, so that Back leads to the first, and a phone that unloaded
 * the page while the user read the mail restores the second.
 */
export function ForgetPassPage() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { email?: string } | null };
  return (
    <>
      {state?.email ? (
        <ResetStep email={state.email} />
      ) : (
        <EmailStep onSent={(email) => navigate('/forget-pass', { state: { email } })} />
      )}
      <Box sx={{ mt: 2.5, textAlign: 'center' }}>
        <PageLink to="/login" label="app.forgot.back" />
      </Box>
    </>
  );
}
