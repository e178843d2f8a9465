import { Autocomplete, Box, Checkbox, Chip, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { ColorDot } from '../../shared/color-dot';
import { tagsQuery, usersQuery } from '../data/company-queries';
import type { ListFilters } from '../model/list-filters';
import type { Named } from '../model/types';
import type { ChangeFilters } from './use-filters';

type Option = Named & { color?: string };

interface FilterFieldProps {
  label: string;
  nothing: string;
  /** undefined while loading. */
  options: readonly Option[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

function FilterField({ label, nothing, options, value, onChange }: FilterFieldProps) {
  const translate = useTranslate();
  const known = options ?? [];
  const nameless = translate(options ? 'list.unknown' : 'list.loading');
  // ids of the address may no longer exist: they can be removed here
  const chosen = value.map((id) => known.find((option) => option.id === id) ?? { id, name: nameless });
  return (
    <Autocomplete
      multiple
      size="small"
      limitTags={2}
      disableCloseOnSelect
      options={known}
      value={chosen}
      loading={options === undefined}
      loadingText={translate('list.loading')}
      noOptionsText={nothing}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      onChange={(_, items) => onChange(items.map(({ id }) => id))}
      renderOption={({ key: _key, ...item }, option, { selected }) => (
        <Box component="li" key={option.id} {...item} style={{ gap: 8, borderRadius: 8 }}>
          <Checkbox
            size="small"
            checked={selected}
            tabIndex={-1}
            disableRipple
            sx={{ p: 0 }}
            slotProps={{ input: { 'aria-hidden': true } }}
          />
          {option.color !== undefined && <ColorDot color={option.color} />}
          {option.name}
        </Box>
      )}
      renderValue={(items, getItemProps) =>
        items.map((option, index) => {
          const { key: _key, ...item } = getItemProps({ index });
          return (
            <Chip
              key={option.id}
              {...item}
              size="small"
              label={
                <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
                  {option.color !== undefined && <ColorDot color={option.color} />}
                  {option.name}
                </Box>
              }
            />
          );
        })
      }
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

interface SearchFiltersProps {
  filters: ListFilters;
  /** For admins. */
  byUser: boolean;
  onChange: ChangeFilters;
}

export default function SearchFilters({ filters, byUser, onChange }: SearchFiltersProps) {
  const translate = useTranslate();
  const tags = useQuery(tagsQuery);
  const users = useQuery({ ...usersQuery, enabled: byUser });
  return (
    <>
      <FilterField
        label={translate('list.tags')}
        nothing={translate('list.no_tags')}
        options={tags.data}
        value={filters.tags}
        onChange={(ids) => onChange({ tags: ids })}
      />
      {byUser && (
        <FilterField
          label={translate('list.users')}
          nothing={translate('list.no_users')}
          options={users.data}
          value={filters.users}
          onChange={(ids) => onChange({ users: ids })}
        />
      )}
    </>
  );
}
