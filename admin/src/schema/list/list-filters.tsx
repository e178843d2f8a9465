import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { Autocomplete, IconButton, InputAdornment, TextField } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { type RaRecord, useGetList, useListContext, useTranslate } from 'react-admin';
import { DateField } from '../../shared/date-field/date-field';
import { useDebounced } from '../../shared/use-debounced';
import type { FieldView, ResourceView } from '../types';

/** The value of one filter of the list; setting undefined removes it. */
function useFilter(name: string): [unknown, (value: unknown) => void] {
  const { filterValues, setFilters } = useListContext();
  const { [name]: value, ...others } = filterValues;
  return [value, (next) => setFilters(next === undefined ? others : { ...others, [name]: next })];
}

/** Free text search over the whole list, debounced. */
function SearchBox() {
  const translate = useTranslate();
  const [filter, setFilter] = useFilter('q');
  const current = String(filter ?? '');
  const [text, setText] = useState(current);
  const wanted = useDebounced(text.trim());
  const apply = useEffectEvent((q: string) => {
    if (q !== current) setFilter(q || undefined);
  });
  useEffect(() => apply(wanted), [wanted]);
  return (
    <TextField
      type="search"
      placeholder={translate('app.list.search')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ flex: '1 1 220px', maxWidth: { sm: 360 }, '& input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { 'aria-label': translate('ra.action.search') },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden sx={{ color: 'atende.faint' }} />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('app.list.clear_search')}
                onClick={() => setText('')}
              >
                <Close fontSize="mini" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

interface Option {
  value: unknown;
  label: string;
}

function useOptions(view: FieldView, typed: string): Option[] {
  const translate = useTranslate();
  const { resource = '', label = 'name' } = view.reference ?? {};
  const { data } = useGetList<RaRecord>(
    resource,
    { pagination: { page: 1, perPage: 50 }, sort: { field: label, order: 'ASC' }, filter: typed ? { q: typed } : {} },
    { enabled: view.reference !== undefined },
  );
  if (view.reference) return (data ?? []).map((record) => ({ value: record.id, label: String(record[label]) }));
  if (view.options) return view.options;
  if (view.widget === 'flag') return [true, false].map((value) => ({ value, label: translate(`ra.boolean.${value}`) }));
  return [];
}

/** A filter for the options of a field, or for the records that it references. */
function ChoiceFilter({ view }: { view: FieldView }) {
  const [current, setCurrent] = useFilter(view.name);
  const [typed, setTyped] = useState('');
  const options = useOptions(view, useDebounced(typed));
  return (
    <Autocomplete
      options={options}
      value={options.find(({ value }) => value === current) ?? null}
      onChange={(_, option) => setCurrent(option?.value)}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      getOptionKey={(option) => String(option.value)}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      sx={{ flex: '1 1 180px', maxWidth: { sm: 240 } }}
      renderInput={(params) => <TextField {...params} label={view.label} />}
    />
  );
}

function DayFilter({ name, label }: { name: 'dateStart' | 'dateEnd'; label: string }) {
  const [day, setDay] = useFilter(name);
  return (
    <DateField
      label={label}
      value={String(day ?? '')}
      onChange={(next) => setDay(next || undefined)}
      sx={{ flex: '1 1 160px', maxWidth: { sm: 190 } }}
    />
  );
}

/** The search box and the filters that the server offers for the list. */
export function ListFilters({ list }: { list: NonNullable<ResourceView['list']> }) {
  return (
    <>
      {list.search && <SearchBox />}
      {list.filters.map((filter) => (
        <ChoiceFilter key={filter.name} view={filter} />
      ))}
      {list.dated && (
        <>
          <DayFilter name="dateStart" label={list.dated.from} />
          <DayFilter name="dateEnd" label={list.dated.until} />
        </>
      )}
    </>
  );
}
