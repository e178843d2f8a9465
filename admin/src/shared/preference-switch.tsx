import { FormControlLabel, Switch } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type Preference, usePreference } from '../providers/preferences';

interface PreferenceSwitchProps {
  preference: Preference<boolean>;
  label: string;
  onChange?: (checked: boolean) => void;
}

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
