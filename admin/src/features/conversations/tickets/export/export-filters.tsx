import { Autocomplete, Box, MenuItem, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { tagsQuery, usersQuery } from '../../../../conversation/data/company-queries';
import type { Colored, Named } from '../../../../conversation/model/types';

import { DateField } from '../../../../shared/date-field/date-field';
import type { ExportChoice } from './use-export';

interface MultiSelectProps {
  label: string;
  options: readonly Named[] | undefined;
  value: readonly Named[];
  onChange: (value: Named[]) => void;
}

function MultiSelect({ label, options = [], value, onChange }: MultiSelectProps) {
  return (
    <Autocomplete
      multiple
      size="small"
      disableCloseOnSelect
      options={options}
      value={[...value]}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      onChange={(_, chosen) => onChange(chosen)}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

const statuses = ['open', 'pending', 'closed'] as const;

interface ExportFiltersProps {
  choice: ExportChoice;
  queues: readonly Colored[];
  onChange: (change: Partial<ExportChoice>) => void;
}

export function ExportFilters({ choice, queues, onChange }: ExportFiltersProps) {
  const translate = useTranslate();
  const tags = useQuery(tagsQuery);
  const users = useQuery(usersQuery);
  const day = (name: 'dateStart' | 'dateEnd', label: string) => (
    <DateField
      label={translate(`oversight.export.${label}`)}
      value={choice[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('oversight.export.lead')}
      </Typography>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))', columnGap: 1.5, rowGap: 2 }}
      >
        {day('dateStart', 'from')}
        {day('dateEnd', 'until')}
        <TextField
          select
          label={translate('oversight.export.status')}
          value={choice.status}
          onChange={(event) => onChange({ status: event.target.value as ExportChoice['status'] })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{translate('oversight.export.any')}</MenuItem>
          {statuses.map((status) => (
            <MenuItem key={status} value={status}>
              {translate(`workspace.list.${status}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <MultiSelect
        label={translate('oversight.export.queues')}
        options={queues}
        value={choice.queues}
        onChange={(chosen) => onChange({ queues: chosen })}
      />
      <MultiSelect
        label={translate('oversight.export.tags')}
        options={tags.data}
        value={choice.tags}
        onChange={(chosen) => onChange({ tags: chosen })}
      />
      <MultiSelect
        label={translate('oversight.export.users')}
        options={users.data}
        value={choice.users}
        onChange={(chosen) => onChange({ users: chosen })}
      />
      <TextField
        label={translate('oversight.export.search')}
        value={choice.search}
        onChange={(event) => onChange({ search: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </>
  );
}
