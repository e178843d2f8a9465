import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type RaRecord, useGetList, useListContext, useTranslate } from 'react-admin';
import { useDebounced } from '../../shared/use-debounced';
import type { FieldView } from '../types';
import { useReferencePath } from '../use-reference-path';

interface Option {
  value: unknown;
  label: string;
}

function useOptions(view: FieldView, typed: string): Option[] {
  const translate = useTranslate();
  const label = view.reference?.label ?? 'name';
  const { data } = useGetList<RaRecord>(
    useReferencePath(view),
    { pagination: { page: 1, perPage: 50 }, sort: { field: label, order: 'ASC' }, filter: typed ? { q: typed } : {} },
    { enabled: view.reference !== undefined },
  );
  if (view.reference) return (data ?? []).map((record) => ({ value: record.id, label: String(record[label]) }));
  if (view.options) return view.options;
  if (view.widget === 'flag') return [true, false].map((value) => ({ value, label: translate(`ra.boolean.${value}`) }));
  return [];
}

/** One filter of the list: a choice among the field's options, or among the records it points to. */
export function FilterBox({ view }: { view: FieldView }) {
  const { filterValues, setFilters } = useListContext();
  const [typed, setTyped] = useState('');
  const options = useOptions(view, useDebounced(typed));
  const current: unknown = filterValues[view.name];
  const value = options.find((option) => option.value === current) ?? null;
  const choose = (next: Option | null) => {
    const { [view.name]: _, ...others } = filterValues;
    setFilters(next ? { ...others, [view.name]: next.value } : others);
  };
  return (
    <Autocomplete
      options={options}
      value={value}
      onChange={(_, next) => choose(next)}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      getOptionKey={(option) => String(option.value)}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      sx={{ flex: '1 1 180px', maxWidth: { sm: 240 } }}
      renderInput={(params) => <TextField {...params} label={view.label} />}
    />
  );
}
