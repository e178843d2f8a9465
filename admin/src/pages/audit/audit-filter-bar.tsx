import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { api } from '../../providers/http';
import { DateField } from '../../shared/date-field/date-field';
import { ProtocolBox } from './protocol-box';
import type { AuditFilters } from './types';

const box = { flex: '1 1 150px', maxWidth: { sm: 220 } } as const;

interface AuditFilterBarProps {
  platform: boolean;
  filters: AuditFilters;
  kinds: { value: string; label: string }[];
  /** What the subject of the filter is called. */
  subject: string | undefined;
  onChange: (change: AuditFilters) => void;
  onClear: (() => void) | undefined;
}

/** Narrows the log to a person, a kind of act, days, a conversation. */
export function AuditFilterBar({ platform, filters, kinds, subject, onChange, onClear }: AuditFilterBarProps) {
  const translate = useTranslate();
  const people = useQuery({
    queryKey: ['users', 'names'],
    queryFn: ({ signal }) => api<{ id: number; name: string }[]>('/users/list', { signal }),
  });
  const choice = (name: 'userId' | 'kind', label: string, options: { value: string; label: string }[]) => (
    <TextField
      select
      label={translate(label)}
      // until the options are known, an unknown value would be a complaint of the field
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
      {!platform && <ProtocolBox value={filters.protocol ?? ''} onChange={(protocol) => onChange({ protocol })} />}
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
