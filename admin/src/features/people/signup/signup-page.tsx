import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  email,
  maxLength,
  minLength,
  PasswordInput,
  required,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { authProvider } from '../../../providers/auth-provider';
import { ApiError, api } from '../../../providers/http';
import { CardForm, EmailInput, PageLink } from '../../../shared/card-form';
import { useNotifyError } from '../../../shared/error-text';
import { formatMoney } from '../../../shared/format';

const filled = required('app.signup.required');
const named = [filled, minLength(2, 'app.signup.short'), maxLength(50, 'app.signup.long')];
const company = [filled, minLength(2, 'app.signup.short'), maxLength(100, 'app.signup.long')];
const address = [filled, email('app.forgot.invalid_email')];
const secret = [filled, minLength(5, 'app.signup.short_password'), maxLength(50, 'app.signup.long')];

type PlanOffer = Schemas['PlanOffer'];

function PlanInput() {
  const translate = useTranslate();
  const { data = [], isPending } = useQuery({
    queryKey: ['plans', 'offers'],
    queryFn: ({ signal }) => api<PlanOffer[]>('/plans/list', { signal }),
  });
  const choices = data.map(({ id, name, users, connections, value }) => ({
    id,
    name: translate('app.signup.offer', { name, users, connections, price: formatMoney(value) }),
  }));
  return (
    <SelectInput
      source="planId"
      margin="none"
      label="app.signup.plan"
      choices={choices}
      isPending={isPending}
      validate={filled}
      translateChoice={false}
      helperText={false}
    />
  );
}

/** Creates a company and signs in its first user, while the platform allows it (spec 000 §1). */
export default function SignupPage() {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const navigate = useNavigate();
  const submit = async (values: Record<string, unknown>) => {
    try {
      await api('/auth/signup', { method: 'POST', body: { ...values, phone: values.phone || null } });
      await authProvider.login({ email: values.email, password: values.password });
      navigate('/tickets', { replace: true });
      return undefined;
    } catch (error) {
      notifyError(error);
      return error instanceof ApiError ? error.fields : {};
    }
  };
  return (
    <>
      <CardForm
        title="app.signup.title"
        lead={translate('app.signup.lead')}
        submit="app.signup.submit"
        onSubmit={submit}
      >
        <TextInput source="name" label="app.signup.company" validate={company} helperText={false} autoFocus />
        <TextInput source="userName" label="app.signup.name" autoComplete="name" validate={named} helperText={false} />
        <EmailInput validate={address} />
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
      <Box sx={{ mt: 2.5, textAlign: 'center' }}>
        <PageLink to="/login" label="app.signup.back" />
      </Box>
    </>
  );
}
