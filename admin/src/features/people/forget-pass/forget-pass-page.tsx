import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { email, PasswordInput, regex, required, TextInput, useNotify, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, type ApiOptions, api } from '../../../providers/http';
import { CardForm, EmailInput, PageLink } from '../../../shared/card-form';
import { useNotifyError } from '../../../shared/error-text';

/** Calls the API and shows its message; returns the errors per field, or nothing on success. */
function useCall() {
  const notify = useNotify();
  const notifyError = useNotifyError();
  return async (path: string, options: ApiOptions): Promise<Record<string, string> | undefined> => {
    try {
      const { status, message } = await api<Schemas['PasswordResetAnswer']>(path, options);
      // unknown e-mail: the spec puts this status in the body only
      const unknown = status === 404;
      notify(message, { type: unknown ? 'error' : 'success' });
      return unknown ? { email: message } : undefined;
    } catch (error) {
      notifyError(error);
      return error instanceof ApiError ? error.fields : {};
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
    const errors = await sendCode(address);
    if (!errors) onSent(address);
    return errors;
  };
  return (
    <CardForm
      title="app.forgot.title"
      lead={translate('app.forgot.lead')}
      submit="app.forgot.send_code"
      onSubmit={submit}
    >
      <EmailInput validate={emailRules} autoFocus />
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

interface ResetStepProps {
  email: string;
  /** Of an invitation, whose address holds it. */
  code?: string;
}

function ResetStep({ email, code }: ResetStepProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const call = useCall();
  const submit = async ({ token, password }: Record<string, unknown>) => {
    const errors = await call('/auth/reset', { method: 'POST', body: { email, token, password } });
    if (!errors) navigate('/login', { replace: true });
    return errors;
  };
  return (
    <>
      <CardForm
        title={code ? 'account.invitation.title' : 'app.forgot.reset_title'}
        lead={translate(code ? 'account.invitation.lead' : 'app.forgot.reset_lead', { email })}
        submit={code ? 'account.invitation.submit' : 'app.forgot.reset'}
        onSubmit={submit}
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          source="token"
          label="app.forgot.code"
          autoComplete="one-time-code"
          defaultValue={code}
          validate={codeRules}
          parse={digits}
          helperText={false}
          autoFocus={!code}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <PasswordInput
          source="password"
          label="app.forgot.new_password"
          autoComplete="new-password"
          validate={passwordRules}
          helperText={false}
          autoFocus={Boolean(code)}
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
 * the page while the user read the mail restores the second. An invitation has address and code behind the # of its link.
 */
export function ForgetPassPage() {
  const navigate = useNavigate();
  const { state, hash } = useLocation() as { state: { email?: string } | null; hash: string };
  const invitation = new URLSearchParams(hash.slice(1));
  const email = invitation.get('email') ?? state?.email;
  return (
    <>
      {email ? (
        <ResetStep email={email} code={invitation.get('code') ?? undefined} />
      ) : (
        <EmailStep onSent={(email) => navigate('/forget-pass', { state: { email } })} />
      )}
      <Box sx={{ mt: 2.5, textAlign: 'center' }}>
        <PageLink to="/login" label="app.forgot.back" />
      </Box>
    </>
  );
}
