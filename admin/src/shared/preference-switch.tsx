import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'react-admin';
import { type Preference, usePreference } from './preferences';

interface PreferenceSwitchProps {
  preference: Preference<boolean>;
  label: string;
  onChange?: (checked: boolean) => void;
}

/** A switch for a preference of this browser. */
export function PreferenceSwitch({ preference, label, onChange }: PreferenceSwitchProps) {
  const translate = useTranslate();
  const [checked, setChecked] = usePreference(preference);
  return (
    <FormControlLabel
      control={
        <Switch
          checked={checked}
          onChange={(_, next) => {
            setChecked(next);
            onChange?.(next);
          }}
        />
      }
      label={translate(label)}
    />
  );
}
