import { Box, Button } from '@mui/material';
import { useMemo } from 'react';
import { Form, PasswordInput, required, useLocaleState, useNotify, useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { ApiError, api, restoreSession } from '../../providers/http';
import { preferences } from '../../providers/preferences';
import { currentLocale, type SessionUser } from '../../providers/session';
import { useSessionUser } from '../../providers/session-user';
import { FieldInput } from '../../schema/inputs';
import { useResources } from '../../schema/resources';
import { useNotifyError } from '../../shared/error-text';
import { useUnsaved } from '../../shared/unsaved-changes';

const own = ['name', 'email', 'language', 'password'];

/** Whether the values change how the user signs in, for which they say their password. */
const changesLogin = ({ email, password }: Record<string, unknown>, user: SessionUser) =>
  Boolean(password) || String(email).trim().toLowerCase() !== user.email;

function CurrentPassword() {
  const [email, password] = useWatch({ name: ['email', 'password'] }) as unknown[];
  const needed = changesLogin({ email, password }, useSessionUser());
  if (!needed) return null;
  return (
    <PasswordInput
      source="currentPassword"
      label="account.current_password"
      helperText="account.current_password_help"
      autoComplete="current-password"
      validate={currentRules}
    />
  );
}

const currentRules = required('account.current_password_missing');

function Save() {
  const translate = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  useUnsaved(isDirty);
  return (
    <Button
      type="submit"
      variant="contained"
      loading={isSubmitting}
      disabled={!isDirty}
      sx={{ justifySelf: 'start', mt: 0.5 }}
    >
      {translate('ra.action.save')}
    </Button>
  );
}

/** Name, e-mail, language and password: the fields of the user's form that are their own to change. */
export function AccountForm() {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const user = useSessionUser();
  const [, setLocale] = useLocaleState();
  const { name, email } = user;
  const record = useMemo(() => ({ name, email, language: currentLocale(), password: '' }), [name, email]);
  const fields = (useResources().resource('users')?.form.edit ?? [])
    .filter((field) => own.includes(field.name))
    .toSorted((a, b) => own.indexOf(a.name) - own.indexOf(b.name));

  async function save(values: Record<string, unknown>): Promise<Record<string, string> | undefined> {
    const { password, currentPassword, language, ...rest } = values;
    const proof = changesLogin(values, user) ? { currentPassword, ...(password ? { password } : {}) } : {};
    try {
      await api(`/users/${user.id}`, {
        method: 'PUT',
        body: { name: rest.name, email: rest.email, language, ...proof },
      });
      await restoreSession();
      // the language of the account applies again, in this browser too
      preferences.language.set(null);
      await setLocale(String(language));
      notify('app.success', { type: 'success' });
      return undefined;
    } catch (error) {
      const faults = error instanceof ApiError ? error.fields : {};
      if (Object.keys(faults).length === 0) notifyError(error);
      return faults;
    }
  }

  return (
    <Box
      component={Form}
      key={`${name} ${email}`}
      record={record}
      onSubmit={save}
      noValidate
      disableInvalidFormNotification
      sx={{ display: 'grid', gap: 2 }}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          resource="users"
          view={
            field.name === 'password' ? { ...field, label: translate('account.new_password'), help: undefined } : field
          }
          source={field.name}
          creating={false}
        />
      ))}
      <CurrentPassword />
      <Save />
    </Box>
  );
}
