import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useLocales, useNotify, useTranslate } from 'react-admin';
import { ApiError, api, refreshSession } from '../../providers/http';
import { currentLocale } from '../../providers/session';
import { useSessionUser } from '../../providers/session-user';
import { isCommonPassword } from '../../shared/common-passwords';
import { useNotifyError } from '../../shared/error-text';
import { FormDialog } from '../../shared/form-dialog';
import { type Locale, preferences } from '../../shared/preferences';

interface Profile {
  name: string;
  email: string;
  language: Locale;
  password: string;
  currentPassword: string;
}

type FieldErrors = Partial<Record<keyof Profile, string>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The rules of spec 000 §9, as message keys; the server's own errors come as texts. */
function validate(profile: Profile, changesLogin: boolean): FieldErrors {
  const { name, email, password, currentPassword } = profile;
  const letters = name.trim().length;
  const size = (length: number, min: number) => (length < min ? 'short' : length > 50 ? 'long' : undefined);
  const errors: Record<keyof Profile, string | undefined> = {
    name: letters === 0 ? 'required' : size(letters, 2),
    email: email.trim() === '' ? 'required' : EMAIL.test(email.trim()) ? undefined : 'invalid_email',
    language: undefined,
    password: password !== '' && password.length < 5 ? 'short_password' : size(password.length, 0),
    currentPassword: changesLogin && currentPassword === '' ? 'current_required' : undefined,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

/** Edits the user's own account; a new e-mail or password needs the current password. */
function useProfileForm(onDone: () => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const user = useSessionUser();
  const [, setLocale] = useLocaleState();
  const [profile, setProfile] = useState<Profile>(() => ({
    name: user.name,
    email: user.email,
    language: currentLocale(),
    password: '',
    currentPassword: '',
  }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const changesLogin = profile.password !== '' || profile.email.trim().toLowerCase() !== user.email;

  async function save() {
    const found = validate(profile, changesLogin);
    setErrors(
      Object.fromEntries(Object.entries(found).map(([name, key]) => [name, translate(`shell.profile.${key}`)])),
    );
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { name, email, language, password, currentPassword } = profile;
      const proof = changesLogin ? { currentPassword, ...(password === '' ? {} : { password }) } : {};
      await api(`/users/${user.id}`, {
        method: 'PUT',
        body: { name: name.trim(), email: email.trim(), language, ...proof },
      });
      await refreshSession();
      // the language of the account applies again, in this browser too
      preferences.language.set(null);
      await setLocale(language);
      notify('app.success', { type: 'success' });
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) notifyError(error);
      setBusy(false);
    }
  }

  return {
    profile,
    errors,
    busy,
    changesLogin,
    change: (values: Partial<Profile>) => setProfile((current) => ({ ...current, ...values })),
    save: () => void save(),
  };
}

export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const locales = useLocales();
  const { profile, errors, busy, changesLogin, change, save } = useProfileForm(onClose);
  const field = (name: Exclude<keyof Profile, 'language'>, help?: string) => ({
    name,
    value: profile[name],
    error: errors[name] !== undefined,
    helperText: errors[name] ?? help,
    fullWidth: true,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <FormDialog
      title={translate('shell.profile.edit')}
      submit={translate('ra.action.save')}
      busy={busy}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField {...field('name')} label={translate('shell.profile.name')} autoComplete="name" autoFocus />
      <TextField {...field('email')} label={translate('shell.profile.email')} type="email" autoComplete="email" />
      <TextField
        select
        fullWidth
        label={translate('shell.profile.language')}
        value={profile.language}
        onChange={(event) => change({ language: event.target.value as Locale })}
      >
        {locales.map(({ locale, name }) => (
          <MenuItem key={locale} value={locale} lang={locale}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...field(
          'password',
          translate(isCommonPassword(profile.password) ? 'app.form.common_password' : 'shell.profile.password_help'),
        )}
        label={translate('shell.profile.password')}
        type="password"
        autoComplete="new-password"
      />
      {changesLogin && (
        <TextField
          {...field('currentPassword', translate('shell.profile.current_help'))}
          label={translate('shell.profile.current')}
          type="password"
          autoComplete="current-password"
        />
      )}
    </FormDialog>
  );
}
