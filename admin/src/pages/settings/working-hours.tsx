import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../shared/unsaved-changes';
import { useWorkingHours } from './use-working-hours';

/** ##:## */
const masked = (text: string) =>
  text
    .replace(/\D/g, '')
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, '$1:');

interface TimeProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Time({ label, value, onChange }: TimeProps) {
  return (
    <TextField
      value={value}
      onChange={(event) => onChange(masked(event.target.value))}
      placeholder="00:00"
      slotProps={{ htmlInput: { 'aria-label': label, inputMode: 'numeric', maxLength: 5 } }}
      sx={{ '& input': { textAlign: 'center', fontVariantNumeric: 'tabular-nums', px: 0.5 } }}
    />
  );
}

/** When the company answers, day by day; saved together. */
export function WorkingHours() {
  const translate = useTranslate();
  const titleId = useId();
  const { days, busy, error, changed, change, save } = useWorkingHours();
  useUnsaved(changed);
  return (
    <Paper
      variant="outlined"
      component="form"
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ borderRadius: '14px', p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1.25 }}
    >
      <Typography id={titleId} variant="h3" component="h2">
        {translate('oversight.settings.hours')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate('oversight.settings.hours_when')}
      </Typography>
      {days?.map(({ weekday, weekdayEn, startTime, endTime }) => (
        <Box
          key={weekdayEn}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 78px 78px', gap: 1, alignItems: 'center' }}
        >
          <span>{weekday}</span>
          <Time
            label={translate('oversight.settings.start_of', { day: weekday })}
            value={startTime}
            onChange={(value) => change(weekdayEn, { startTime: value })}
          />
          <Time
            label={translate('oversight.settings.end_of', { day: weekday })}
            value={endTime}
            onChange={(value) => change(weekdayEn, { endTime: value })}
          />
        </Box>
      )) ?? <Skeleton variant="rounded" height={320} />}
      {error && <Alert severity="error">{error}</Alert>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.5 }}>
        <Typography variant="body2" role="status" sx={{ flex: 1, color: 'text.secondary' }}>
          {changed && translate('oversight.settings.hours_hint')}
        </Typography>
        <Button type="submit" variant="contained" disabled={!changed} loading={busy}>
          {translate('oversight.settings.save_hours')}
        </Button>
      </Box>
    </Paper>
  );
}
