import type { SxProps, Theme } from '@mui/material';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, esES, ptBR } from '@mui/x-date-pickers/locales';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocale } from 'react-admin';

const locales = {
  pt: { name: 'pt-br', texts: ptBR },
  en: { name: 'en', texts: enUS },
  es: { name: 'es', texts: esES },
};
const textsOf = ({ components }: typeof ptBR) => components.MuiLocalizationProvider.defaultProps.localeText;

export interface PickerProps {
  label: string;
  /** yyyy-MM-dd, also with a time that is not shown; with `time` ISO 8601; empty for none. */
  value: string;
  /** Called with a valid date in the format of `value`, or with ''; not while one is being typed. */
  onChange: (value: string) => void;
  /** Called with whether the typed text is no valid date. */
  onInvalid?: (invalid: boolean) => void;
  time?: boolean;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  /** Offers nothing that is over; what is typed all the same is for the form to refuse. */
  disablePast?: boolean;
  error?: boolean;
  helperText?: ReactNode;
  sx?: SxProps<Theme>;
}

export default function Picker({
  value,
  onChange,
  onInvalid,
  time = false,
  name,
  required,
  error,
  helperText,
  ...props
}: PickerProps) {
  const locale = locales[useLocale() as keyof typeof locales] ?? locales.pt;
  // an incomplete date stays in the field unless the value changes from outside
  const [typed, setTyped] = useState<{ date: Dayjs | null; value: string } | null>(null);
  const stored = useMemo(() => (value === '' ? null : dayjs(time ? value : value.slice(0, 10))), [value, time]);
  const date = typed?.value === value ? typed.date : stored;
  const change = (next: Dayjs | null, { validationError }: { validationError: string | null }) => {
    const invalid = validationError !== null && validationError !== 'disablePast';
    onInvalid?.(invalid);
    const answer = next === null || invalid ? '' : time ? next.toISOString() : next.format('YYYY-MM-DD');
    setTyped({ date: next, value: invalid ? value : answer });
    if (!invalid && answer !== value) onChange(answer);
  };
  const shared = {
    ...props,
    name,
    value: date,
    onChange: change,
    minDate: dayjs('1900-01-01'),
    maxDate: dayjs('2199-12-31'),
    slotProps: {
      textField: { size: 'small', fullWidth: true, required, helperText, ...(error ? { error } : {}) },
      field: { clearable: !required },
    },
  } as const;
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={locale.name}
      localeText={textsOf(locale.texts as typeof ptBR)}
    >
      {time ? (
        <DateTimePicker {...shared} format="DD/MM/YYYY HH:mm" ampm={false} />
      ) : (
        <DatePicker {...shared} format="DD/MM/YYYY" />
      )}
    </LocalizationProvider>
  );
}
