import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { SecretField } from './secret-field';
import { TypedField } from './typed-field';
import type { SettingFieldView } from './types';
import { useSaveSetting } from './use-settings';

export interface SettingFieldProps {
  field: SettingFieldView;
  value: string;
}

function ToggleField({ field, value }: SettingFieldProps) {
  const id = useId();
  const { busy, save } = useSaveSetting(field.key);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 40 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="label" htmlFor={id} sx={{ display: 'block', cursor: 'pointer' }}>
          {field.label}
        </Typography>
        {field.help && (
          <Typography id={`${id}-help`} variant="body2" sx={{ color: 'atende.faint' }}>
            {field.help}
          </Typography>
        )}
      </Box>
      <Switch
        checked={value === 'enabled'}
        disabled={busy}
        onChange={(_, checked) => void save(checked ? 'enabled' : 'disabled')}
        slotProps={{ input: { id, 'aria-describedby': field.help ? `${id}-help` : undefined } }}
      />
    </Box>
  );
}

function ChoiceField({ field, value }: SettingFieldProps) {
  const { busy, error, save } = useSaveSetting(field.key);
  return (
    <TextField
      select
      fullWidth
      label={field.label}
      value={value}
      disabled={busy}
      error={error !== null}
      helperText={error ?? field.help}
      onChange={(event) => void save(event.target.value)}
      sx={{ mt: 0.5 }}
    >
      {field.options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

const widgets = {
  toggle: ToggleField,
  choice: ChoiceField,
  number: TypedField,
  text: TypedField,
  secret: SecretField,
} as const;

/** One setting, the way its widget says. */
export function SettingField(props: SettingFieldProps) {
  const Widget = widgets[props.field.widget];
  return <Widget {...props} />;
}
