import { email, maxLength, minLength, PasswordInput, required, TextInput, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { authProvider } from '../../providers/auth-provider';
import { ApiError, api } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { CardForm } from '../login/card-form';
import { PlanInput } from './plan-input';

const filled = required('app.signup.required');
const named = [filled, minLength(2, 'app.signup.short'), maxLength(50, 'app.signup.long')];
const company = [filled, minLength(2, 'app.signup.short'), maxLength(100, 'app.signup.long')];
const address = [filled, email('app.forgot.invalid_email')];
const secret = [filled, minLength(5, 'app.signup.short_password'), maxLength(50, 'app.signup.long')];

/** Opens the company and signs its first manager in. */
export function SignupForm() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const submit = async (values: Record<string, unknown>) => {
    try {
      await api('/auth/signup', { method: 'POST', body: { ...values, phone: values.phone || null } });
      await authProvider.login({ email: values.email, password: values.password });
      navigate('/tickets', { replace: true });
      return undefined;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return error instanceof ApiError ? error.fields : {};
    }
  };
  return (
    <CardForm title="app.signup.title" lead={translate('app.signup.lead')} submit="app.signup.submit" onSubmit={submit}>
      <TextInput source="name" label="app.signup.company" validate={company} helperText={false} autoFocus />
      <TextInput source="userName" label="app.signup.name" autoComplete="name" validate={named} helperText={false} />
      <TextInput
        source="email"
        type="email"
        label="app.login.email"
        autoComplete="username"
        validate={address}
        parse={(value: string) => value.trim()}
        helperText={false}
      />
      <TextInput source="phone" type="tel" label="app.signup.phone" autoComplete="tel" helperText={false} />
      <PasswordInput
        source="password"
        label="app.login.password"
        autoComplete="new-password"
        validate={secret}
        helperText={false}
      />
      <PlanInput />
    </CardForm>
  );
}
