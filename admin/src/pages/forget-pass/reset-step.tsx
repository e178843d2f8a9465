import Button from '@mui/material/Button';
import { useState } from 'react';
import { PasswordInput, regex, required, TextInput, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { CardForm } from '../login/card-form';
import { useCall, useSendCode } from './use-call';

const filled = required('app.forgot.required');
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

/** The second step: the code from the mail and the new password, twice. */
export function ResetStep({ email }: { email: string }) {
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
