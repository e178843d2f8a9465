import { useState } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'react-admin';
import { ApiError, api, refreshSession } from '../../providers/http';
import { currentLocale } from '../../providers/session';
import { useSessionUser } from '../../providers/session-user';
import { errorText } from '../../shared/error-text';
import { type Locale, preferences } from '../../shared/preferences';

export interface Profile {
  name: string;
  email: string;
  language: Locale;
  password: string;
  currentPassword: string;
}

type Faults = Partial<Record<keyof Profile, string>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The rules of spec 000 §9 as keys of texts; what the server adds comes with its own sentences. */
function faultsOf(profile: Profile, signsInAnew: boolean): Faults {
  const { name, email, password, currentPassword } = profile;
  const letters = name.trim().length;
  const size = (length: number, min: number) => (length < min ? 'short' : length > 50 ? 'long' : undefined);
  const faults: Record<keyof Profile, string | undefined> = {
    name: letters === 0 ? 'required' : size(letters, 2),
    email: email.trim() === '' ? 'required' : EMAIL.test(email.trim()) ? undefined : 'invalid_email',
    language: undefined,
    password: password !== '' && password.length < 5 ? 'short_password' : size(password.length, 0),
    currentPassword: signsInAnew && currentPassword === '' ? 'current_required' : undefined,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** Edits the own name, e-mail, password and language; e-mail and password ask for the current password. */
export function useProfileForm(onDone: () => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const user = useSessionUser();
  const [, setLocale] = useLocaleState();
  const [profile, setProfile] = useState<Profile>(() => ({
    name: user.name,
    email: user.email,
    language: currentLocale(),
    password: '',
    currentPassword: '',
  }));
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const signsInAnew = profile.password !== '' || profile.email.trim().toLowerCase() !== user.email;

  async function save() {
    const found = faultsOf(profile, signsInAnew);
    setFaults(
      Object.fromEntries(Object.entries(found).map(([name, key]) => [name, translate(`shell.profile.${key}`)])),
    );
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { name, email, language, password, currentPassword } = profile;
      const proof = signsInAnew ? { currentPassword, ...(password === '' ? {} : { password }) } : {};
      await api(`/users/${user.id}`, {
        method: 'PUT',
        body: { name: name.trim(), email: email.trim(), language, ...proof },
      });
      await refreshSession();
      // the account's language counts again, in this browser too
      preferences.language.set(null);
      await setLocale(language);
      notify('app.success', { type: 'success' });
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) notify(errorText(error), { type: 'error' });
      setBusy(false);
    }
  }

  return {
    profile,
    faults,
    busy,
    signsInAnew,
    change: (values: Partial<Profile>) => setProfile((current) => ({ ...current, ...values })),
    save: () => void save(),
  };
}
