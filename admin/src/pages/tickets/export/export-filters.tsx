import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { fetchTags } from '../../../conversation/data/api';
import { queryKeys } from '../../../conversation/data/query-keys';
import type { Colored, Named } from '../../../conversation/model/types';
import { api } from '../../../providers/http';
import { DateField } from '../../../shared/date-field/date-field';
import type { ExportChoice } from './use-export';

interface ManyProps {
  label: string;
  options: readonly Named[];
  value: readonly Named[];
  onChange: (value: Named[]) => void;
}

function Many({ label, options, value, onChange }: ManyProps) {
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

const none: readonly Named[] = [];
const statuses = ['open', 'pending', 'closed'] as const;

interface ExportFiltersProps {
  choice: ExportChoice;
  queues: readonly Colored[];
  onChange: (change: Partial<ExportChoice>) => void;
}

/** Which conversations go into the table. */
export function ExportFilters({ choice, queues, onChange }: ExportFiltersProps) {
  const translate = useTranslate();
  const tags = useQuery({ queryKey: queryKeys.tags, queryFn: ({ signal }) => fetchTags(signal) });
  const users = useQuery({
    queryKey: ['users', 'names'],
    queryFn: ({ signal }) => api<Named[]>('/users/list', { signal }),
  });
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
      <Many
        label={translate('oversight.export.queues')}
        options={queues}
        value={choice.queues}
        onChange={(chosen) => onChange({ queues: chosen })}
      />
      <Many
        label={translate('oversight.export.tags')}
        options={tags.data ?? none}
        value={choice.tags}
        onChange={(chosen) => onChange({ tags: chosen })}
      />
      <Many
        label={translate('oversight.export.users')}
        options={users.data ?? none}
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
