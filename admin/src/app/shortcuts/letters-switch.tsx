import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { letterShortcuts, usePreference } from '../../shared/preferences';

/** Turns the shortcuts of one key off, for this user in this browser. */
export function LettersSwitch() {
  const translate = useTranslate();
  const user = useSessionUser();
  const [on, setOn] = usePreference(letterShortcuts(user.id));
  return (
    <FormControlLabel
      control={<Switch checked={on} onChange={(_, checked) => setOn(checked)} />}
      label={translate('shell.shortcuts.letters')}
    />
  );
}
