import { MenuItem, TextField } from '@mui/material';
import { ColorDot } from './color-dot';

interface ChoiceFieldProps {
  label: string;
  value: number | null;
  options: { id: number; name: string; color?: string }[];
  required?: boolean;
  optional?: string;
  error?: string;
  onChange: (id: number | null) => void;
}

/** One department or connection out of a few. */
export function ChoiceField({ label, value, options, required, optional, error, onChange }: ChoiceFieldProps) {
  const known = options.some(({ id }) => id === value);
  return (
    <TextField
      select
      fullWidth
      label={label}
      required={required}
      value={known ? value : ''}
      error={error !== undefined}
      helperText={error}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      slotProps={{ select: { renderValue: (chosen) => options.find(({ id }) => id === chosen)?.name ?? '' } }}
    >
      {optional !== undefined && (
        <MenuItem value="">
          <em>{optional}</em>
        </MenuItem>
      )}
      {options.map((option) => (
        <MenuItem key={option.id} value={option.id}>
          {option.color && <ColorDot color={option.color} />}
          {option.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
