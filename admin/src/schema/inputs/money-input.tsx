import InputAdornment from '@mui/material/InputAdornment';
import { TextInput } from 'react-admin';
import { formatDecimal } from '../../shared/format';
import type { InputProps } from '../registry';
import { inputProps } from './input-props';

const shown = (value: unknown) =>
  value === null || value === undefined || value === '' ? '' : formatDecimal(Number(value));

/** Typed digits fill up from the cents, as on a Brazilian till. */
function typed(text: string): number | null {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Number(digits) / 100;
}

export function MoneyInput(props: InputProps) {
  return (
    <TextInput
      {...inputProps(props)}
      format={shown}
      parse={typed}
      inputMode="numeric"
      slotProps={{ input: { startAdornment: <InputAdornment position="start">R$</InputAdornment> } }}
    />
  );
}
