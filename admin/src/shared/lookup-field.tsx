import Add from '@mui/icons-material/Add';
import { Autocomplete, Box, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useDebounced } from './use-debounced';

const MIN_LETTERS = 3;

/** Looks something up by what is being typed: from 3 characters, 500 ms after the last one. */
export function useLookup<T>(name: string, typed: string, fetch: (term: string, signal: AbortSignal) => Promise<T[]>) {
  const term = useDebounced(typed.trim());
  const asked = term.length >= MIN_LETTERS && typed.trim().length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['workspace', 'lookup', name, term],
    queryFn: ({ signal }) => fetch(term, signal),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const searching = asked && (isFetching || term !== typed.trim());
  return {
    found: asked ? (data ?? []) : [],
    asked,
    searching,
    /** Whether there is nothing of that kind, which a failure does not say. */
    unknown: asked && !searching && data?.length === 0,
  };
}

/** Offered in place of an item when nothing is called as typed. */
interface Unknown {
  id: number;
  typed: string;
}

const isUnknown = (option: object): option is Unknown => 'typed' in option;

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
  /** A way on for what was typed and is not there. */
  adding?: { label: (typed: string) => string; add: (typed: string) => void };
  onChange: (item: T | null) => void;
}

/** Finds one contact or attendant by typing. */
export function LookupField<T extends { id: number }>(props: LookupFieldProps<T>) {
  const { name, label, hint, nothing, value, error, autoFocus, fetch, labelOf, render, adding, onChange } = props;
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { found, asked, searching, unknown } = useLookup(name, value && typed === labelOf(value) ? '' : typed, fetch);
  const options: (T | Unknown)[] = unknown && adding ? [{ id: 0, typed: typed.trim() }] : found;
  return (
    <Autocomplete<T | Unknown>
      value={value}
      options={options}
      filterOptions={(all) => all}
      getOptionLabel={(option) => (isUnknown(option) ? option.typed : labelOf(option))}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      loading={searching}
      loadingText={translate('workspace.new.searching')}
      noOptionsText={asked ? nothing : hint}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, item) => (item && isUnknown(item) ? adding?.add(item.typed) : onChange(item))}
      renderOption={({ key: _key, ...item }, option) => (
        <Box component="li" key={option.id} {...item} style={{ gap: 10, borderRadius: 8 }}>
          {isUnknown(option) ? (
            <>
              <Add aria-hidden fontSize="small" sx={{ flex: 'none' }} />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{adding?.label(option.typed)}</Box>
            </>
          ) : (
            (render?.(option) ?? labelOf(option))
          )}
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
