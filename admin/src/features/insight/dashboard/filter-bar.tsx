import { Box, MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { DateField } from '../../../shared/date-field/date-field';
import { periods } from './periods';
import type { DashboardFilter } from './use-dashboard';

const box = { flex: '1 1 168px', maxWidth: { sm: 190 } } as const;

interface DateRangeProps {
  from: string;
  until: string;
  onChange: (range: { from?: string; until?: string }) => void;
}

export function DateRange({ from, until, onChange }: DateRangeProps) {
  const translate = useTranslate();
  return (
    <>
      <DateField
        label={translate('dashboard.from')}
        value={from}
        onChange={(value) => onChange({ from: value })}
        sx={box}
      />
      <DateField
        label={translate('dashboard.until')}
        value={until}
        onChange={(value) => onChange({ until: value })}
        sx={box}
      />
    </>
  );
}

interface FilterBarProps {
  filter: DashboardFilter;
  /** It has no parameters. */
  missing: boolean;
  onChange: (change: Partial<DashboardFilter>) => void;
}

export function FilterBar({ filter, missing, onChange }: FilterBarProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1.25 }}>
      <TextField
        select
        label={translate('dashboard.filter_type')}
        value={filter.type}
        onChange={({ target }) => onChange({ type: target.value === 'period' ? 'period' : 'date' })}
        sx={{ width: { xs: '100%', sm: 180 } }}
      >
        <MenuItem value="date">{translate('dashboard.by_date')}</MenuItem>
        <MenuItem value="period">{translate('dashboard.by_period')}</MenuItem>
      </TextField>
      {filter.type === 'date' ? (
        <DateRange from={filter.from} until={filter.until} onChange={onChange} />
      ) : (
        <TextField
          select
          label={translate('dashboard.period')}
          value={filter.days}
          error={missing}
          helperText={missing ? translate('dashboard.error.no_filter') : undefined}
          onChange={({ target }) => onChange({ days: Number(target.value) })}
          sx={{ width: { xs: '100%', sm: 200 } }}
        >
          {periods.map((days) => (
            <MenuItem key={days} value={days}>
              {days === 0 ? translate('dashboard.no_period') : translate('dashboard.last_days', { days })}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  );
}
