import { Box, Button, Chip, MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Answer } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { DateField } from '../../../shared/date-field/date-field';
import { useDebounced } from '../../../shared/use-debounced';
import type { AuditFilters } from './use-audit';

const box = { flex: '1 1 150px', maxWidth: { sm: 220 } } as const;

/** Filters by the number of a conversation, debounced. */
function ProtocolField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const wanted = useDebounced(text);
  const apply = useEffectEvent((protocol: string) => protocol !== value && onChange(protocol));
  useEffect(() => {
    apply(wanted);
  }, [wanted]);
  // reset when the filters are cleared
  useEffect(() => {
    if (value === '') setText('');
  }, [value]);
  return (
    <TextField
      label={translate('oversight.audit.protocol')}
      value={text}
      onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
      sx={{ flex: '1 1 150px', maxWidth: { sm: 200 } }}
    />
  );
}

interface AuditFiltersProps {
  platform: boolean;
  filters: AuditFilters;
  kinds: { value: string; label: string }[];
  /** The name of the filter's subject. */
  subject: string | undefined;
  onChange: (change: AuditFilters) => void;
  onClear: (() => void) | undefined;
}

export function AuditFilterBar({ platform, filters, kinds, subject, onChange, onClear }: AuditFiltersProps) {
  const translate = useTranslate();
  const people = useQuery({
    queryKey: ['users', 'names'],
    queryFn: ({ signal }) => api<Answer<'UsersListOptionsController_list'>>('/users/list', { signal }),
  });
  const choice = (name: 'userId' | 'kind', label: string, options: { value: string; label: string }[]) => (
    <TextField
      select
      label={translate(label)}
      // MUI warns about a value that is not among the options, as before they are loaded
      value={options.some(({ value }) => value === filters[name]) ? filters[name] : ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={box}
    >
      <MenuItem value="">{translate('oversight.audit.all')}</MenuItem>
      {options.map(({ value, label: text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
  const day = (name: 'dateStart' | 'dateEnd', label: string) => (
    <DateField
      label={translate(label)}
      value={filters[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
      sx={{ ...box, maxWidth: { sm: 190 } }}
    />
  );
  const names = (people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.25,
        rowGap: 1.75,
        pt: 0.5,
        pb: 2,
        flex: 'none',
      }}
    >
      {choice('userId', 'oversight.audit.person', names)}
      {choice('kind', 'oversight.audit.kind', kinds)}
      {day('dateStart', 'oversight.audit.from')}
      {day('dateEnd', 'oversight.audit.until')}
      {!platform && <ProtocolField value={filters.protocol ?? ''} onChange={(protocol) => onChange({ protocol })} />}
      {filters.subject && (
        <Chip
          label={translate('oversight.audit.only', { name: subject ?? '' })}
          onDelete={() => onChange({ subject: '' })}
        />
      )}
      {onClear && <Button onClick={onClear}>{translate('oversight.audit.clear')}</Button>}
    </Box>
  );
}
