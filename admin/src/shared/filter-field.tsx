import { Autocomplete, Box, Checkbox, Chip, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ColorDot } from './color-dot';

interface Option {
  id: number;
  name: string;
  color?: string;
}

interface FilterFieldProps {
  label: string;
  nothing: string;
  /** undefined while loading. */
  options: readonly Option[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Some of the options, by their ids. */
export function FilterField({ label, nothing, options, value, onChange }: FilterFieldProps) {
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
