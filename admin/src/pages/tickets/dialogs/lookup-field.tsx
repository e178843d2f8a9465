import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLookup } from './use-lookup';

interface LookupFieldProps<T extends { id: number }> {
  name: string;
  label: string;
  hint: string;
  nothing: string;
  value: T | null;
  error?: string;
  autoFocus?: boolean;
  fetch: (term: string, signal: AbortSignal) => Promise<T[]>;
  labelOf: (item: T) => string;
  render?: (item: T) => ReactNode;
  onChange: (item: T | null) => void;
}

/** Finds one contact or attendant by typing. */
export function LookupField<T extends { id: number }>(props: LookupFieldProps<T>) {
  const { name, label, hint, nothing, value, error, autoFocus, fetch, labelOf, render, onChange } = props;
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { found, asked, searching } = useLookup(name, value && typed === labelOf(value) ? '' : typed, fetch);
  return (
    <Autocomplete
      value={value}
      options={found}
      filterOptions={(options) => options}
      getOptionLabel={labelOf}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      loading={searching}
      loadingText={translate('workspace.new.searching')}
      noOptionsText={asked ? nothing : hint}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, item) => onChange(item)}
      renderOption={({ key: _key, ...item }, option) => (
        <Box component="li" key={option.id} {...item} style={{ gap: 10, borderRadius: 8 }}>
          {render ? render(option) : labelOf(option)}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          autoFocus={autoFocus}
          error={error !== undefined}
          helperText={error ?? (value ? undefined : hint)}
        />
      )}
    />
  );
}
