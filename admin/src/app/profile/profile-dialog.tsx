import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useLocales, useTranslate } from 'react-admin';
import { isCommonPassword } from '../../shared/common-passwords';
import { FormDialog } from '../../shared/form-dialog';
import type { Locale } from '../../shared/preferences';
import { type Profile, useProfileForm } from './use-profile-form';

/** The own name, e-mail, language and password. */
export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const locales = useLocales();
  const { profile, faults, busy, signsInAnew, change, save } = useProfileForm(onClose);
  const field = (name: Exclude<keyof Profile, 'language'>, help?: string) => ({
    name,
    value: profile[name],
    error: faults[name] !== undefined,
    helperText: faults[name] ?? help,
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
      {signsInAnew && (
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
