import { Alert, Box, Button, Paper, Skeleton, TextField, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { ApiError, api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { errorText } from '../../shared/error-text';
import { useUnsaved } from '../../shared/unsaved-changes';

type WorkingDay = Schemas['WorkingDayView'];
type Times = Partial<Pick<WorkingDay, 'startTime' | 'endTime'>>;

/** The company's working hours with the changes that are not saved yet. */
function useWorkingHours() {
  const client = useQueryClient();
  const notify = useNotify();
  const locale = useLocale();
  const { companyId } = useSessionUser();
  const path = `/companies/${companyId}/schedules`;
  const [changes, setChanges] = useState<Record<string, Times>>({});
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [path] })), [client, path]);
  useSocketEvent('settings', ({ schedules }) => {
    if (schedules) void client.invalidateQueries({ queryKey: [path] });
  });
  const { data } = useQuery({
    queryKey: [path, locale],
    queryFn: ({ signal }) => api<Schemas['WorkingHoursView']>(path, { signal }),
  });
  const days = data?.schedules.map((day) => ({ ...day, ...changes[day.weekdayEn] }));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api<Schemas['WorkingHoursView']>(path, { method: 'PUT', body: { schedules: days } }),
    networkMode: 'always',
    onSuccess: (saved) => {
      client.setQueryData([path, locale], saved);
      setChanges({});
      notify('oversight.settings.hours_saved', { type: 'success' });
    },
  });
  const fieldError = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
  return {
    days,
    busy: isPending,
    error: error && (fieldError ?? errorText(error)),
    changed: Object.keys(changes).length > 0,
    change: (weekdayEn: string, times: Times) => {
      reset();
      setChanges((current) => ({ ...current, [weekdayEn]: { ...current[weekdayEn], ...times } }));
    },
    save: mutate,
  };
}

/** Formats typed digits as HH:mm. */
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

/** The working hours of the company per weekday, with one button to save. */
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
        save();
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
