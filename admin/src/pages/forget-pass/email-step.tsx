import { email, required, TextInput, useTranslate } from 'react-admin';
import { CardForm } from '../login/card-form';
import { useSendCode } from './use-call';

const rules = [required('app.forgot.required'), email('app.forgot.invalid_email')];

/** The first step: whose password was forgotten. */
export function EmailStep({ onSent }: { onSent: (email: string) => void }) {
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
        validate={rules}
        parse={(value: string) => value.trim()}
        helperText={false}
        autoFocus
      />
    </CardForm>
  );
}
