import { Box, FormGroup, MenuItem, Paper, TextField, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { letterShortcuts, preferences, usePreference } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { PreferenceSwitch } from '../../shared/preference-switch';
import { UnsavedChanges } from '../../shared/unsaved-changes';
import { PushSwitches } from '../notifications/push-switches';
import { SoundSwitches } from '../notifications/sound-switches';
import { AccountForm } from './account-form';
import { SessionList } from './session-list';
import { TwoFactor } from './two-factor';

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      sx={{ borderRadius: '14px', p: { xs: 2, sm: 2.5 }, minWidth: 0 }}
    >
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}

const themes = ['system', 'light', 'dark'] as const;

/** What this browser remembers of the user. */
function Preferences() {
  const translate = useTranslate();
  const user = useSessionUser();
  const [theme, setTheme] = usePreference(preferences.preferredTheme);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        select
        fullWidth
        label={translate('account.theme.label')}
        value={theme ?? 'system'}
        onChange={({ target: { value } }) => setTheme(value === 'light' || value === 'dark' ? value : null)}
      >
        {themes.map((value) => (
          <MenuItem key={value} value={value}>
            {translate(`account.theme.${value}`)}
          </MenuItem>
        ))}
      </TextField>
      <FormGroup>
        <PreferenceSwitch preference={preferences.signOption} label="account.sign" />
        <PreferenceSwitch preference={letterShortcuts(user.id)} label="shell.shortcuts.letters" />
      </FormGroup>
      <SoundSwitches />
      {!user.support && <PushSwitches />}
    </Box>
  );
}

/** The user's own account: how they are called and sign in, what they see and hear, where they are signed in. */
export default function ProfilePage() {
  const translate = useTranslate();
  const { support } = useSessionUser();
  const title = translate('account.title');
  return (
    <UnsavedChanges>
      <Box sx={{ maxWidth: 1080, mx: 'auto', px: { xs: 2, sm: 3 }, py: { xs: 2, sm: 2.5 } }}>
        <title>{`${title} · Atende`}</title>
        <Typography variant="h1" sx={{ mb: 2 }}>
          {title}
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            gap: 2,
            alignItems: 'start',
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <Section title={translate('account.identity')}>
              <AccountForm />
            </Section>
            {!support && (
              <Section title={translate('account.two_factor.title')}>
                <TwoFactor />
              </Section>
            )}
          </Box>
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <Section title={translate('account.preferences')}>
              <Preferences />
            </Section>
            {!support && (
              <Section title={translate('account.sessions.title')}>
                <SessionList />
              </Section>
            )}
          </Box>
        </Box>
      </Box>
    </UnsavedChanges>
  );
}
