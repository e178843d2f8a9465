import { Alert, Autocomplete, Box, Button, Link, Paper, Skeleton, TextField, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, api } from '../../../providers/http';
import { onResync, useSocketEvent } from '../../../providers/realtime';
import { useSessionUser } from '../../../providers/session-user';
import { errorText } from '../../../shared/error-text';
import { useUnsaved } from '../../../shared/unsaved-changes';
import { type DayHours, WeekHours } from '../../../shared/week-hours';

type View = Schemas['WorkingHoursView'];

/** The company's working hours with the changes that are not saved yet. */
function useWorkingHours() {
  const client = useQueryClient();
  const notify = useNotify();
  const locale = useLocale();
  const { companyId } = useSessionUser();
  const path = `/companies/${companyId}/schedules`;
  const [changes, setChanges] = useState<Record<string, DayHours>>({});
  const [timezone, setTimezone] = useState<string | null>(null);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [path] })), [client, path]);
  useSocketEvent('settings', ({ schedules }) => {
    if (schedules) void client.invalidateQueries({ queryKey: [path] });
  });
  const { data } = useQuery({
    queryKey: [path, locale],
    queryFn: ({ signal }) => api<View>(path, { signal }),
  });
  const days = data?.schedules.map((day) => changes[day.weekdayEn] ?? day);
  const zone = timezone ?? data?.timezone ?? '';
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api<View>(path, { method: 'PUT', body: { schedules: days, timezone: zone } }),
    networkMode: 'always',
    onSuccess: (saved) => {
      client.setQueryData([path, locale], saved);
      setChanges({});
      setTimezone(null);
      notify('oversight.settings.hours_saved', { type: 'success' });
    },
  });
  return {
    days,
    zone,
    names: new Map<string, string>(data?.schedules.map(({ weekdayEn, weekday }) => [weekdayEn, weekday])),
    busy: isPending,
    error,
    changed: Object.keys(changes).length > 0 || (timezone !== null && timezone !== data?.timezone),
    change: (day: DayHours) => {
      reset();
      setChanges((current) => ({ ...current, [day.weekdayEn]: day }));
    },
    changeZone: (value: string) => {
      reset();
      setTimezone(value);
    },
    save: mutate,
  };
}

/** The fields of a refusal by day: `schedules.0.endTime`. */
function dayErrors(error: unknown): Record<string, string>[] {
  const byDay: Record<string, string>[] = [];
  for (const [name, text] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const [, day = '', field = ''] = /^schedules\.(\d+)\.(\w+)$/.exec(name) ?? [];
    if (field) byDay[Number(day)] = { ...byDay[Number(day)], [field]: text };
  }
  return byDay;
}

const zones = Intl.supportedValuesOf('timeZone');

/** The working hours of the company per weekday and its time zone, with one button to save. */
export function WorkingHours() {
  const translate = useTranslate();
  const titleId = useId();
  const { days, zone, names, busy, error, changed, change, changeZone, save } = useWorkingHours();
  useUnsaved(changed);
  const errors = dayErrors(error);
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
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
        <Typography id={titleId} variant="h3" component="h2" sx={{ flex: 1 }}>
          {translate('oversight.settings.hours')}
        </Typography>
        <Link component={RouterLink} to="/holidays">
          {translate('oversight.settings.holidays')}
        </Link>
      </Box>
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate('oversight.settings.hours_when')}
      </Typography>
      {days ? (
        <>
          <WeekHours
            days={days}
            nameOf={(weekdayEn) => names.get(weekdayEn) ?? ''}
            errors={errors}
            onChange={(_index, day) => change(day)}
          />
          <Autocomplete
            options={zones.includes(zone) ? zones : [zone, ...zones]}
            value={zone}
            disableClearable
            onChange={(_event, value) => changeZone(value)}
            renderInput={(params) => <TextField {...params} label={translate('oversight.settings.timezone')} />}
            sx={{ mt: 0.75 }}
          />
        </>
      ) : (
        <Skeleton variant="rounded" height={380} />
      )}
      {error && errors.length === 0 && (
        <Alert severity="error">
          {(error instanceof ApiError && Object.values(error.fields)[0]) || errorText(error)}
        </Alert>
      )}
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
