import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import { Box, TextField, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from './tooltip-icon-button';

/** HH:mm; without a second shift its times are empty or missing. */
export interface DayHours {
  weekdayEn: string;
  startTime: string;
  endTime: string;
  startTimeB?: string | null;
  endTimeB?: string | null;
}

type Field = Exclude<keyof DayHours, 'weekdayEn'>;

/** Formats typed digits as HH:mm. */
const masked = (text: string) =>
  text
    .replace(/\D/g, '')
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, '$1:');

interface TimeProps {
  label: string;
  value: string;
  disabled: boolean;
  errorId: string | undefined;
  onChange: (value: string) => void;
}

function Time({ label, value, disabled, errorId, onChange }: TimeProps) {
  return (
    <TextField
      size="small"
      value={value}
      disabled={disabled}
      error={errorId !== undefined}
      onChange={(event) => onChange(masked(event.target.value))}
      placeholder="00:00"
      slotProps={{
        htmlInput: { 'aria-label': label, 'aria-describedby': errorId, inputMode: 'numeric', maxLength: 5 },
      }}
      sx={{ '& input': { textAlign: 'center', fontVariantNumeric: 'tabular-nums', px: 0.5 } }}
    />
  );
}

interface DayProps {
  day: DayHours;
  name: string;
  errors: Partial<Record<string, string>>;
  disabled: boolean;
  onChange: (day: DayHours) => void;
}

function Day({ day, name, errors, disabled, onChange }: DayProps) {
  const translate = useTranslate();
  const errorId = useId();
  const text = Object.values(errors).find((error) => error !== undefined);
  const second = day.startTimeB !== undefined && day.startTimeB !== null;
  const closed = day.startTime === day.endTime && !second;
  const nextDay = [
    [day.startTime, day.endTime],
    [day.startTimeB ?? '', day.endTimeB ?? ''],
  ].some(([start = '', end = '']) => end.length === 5 && end < start);
  const time = (field: Field, key: string) => (
    <Time
      label={translate(`app.hours.${key}`, { day: name })}
      value={day[field] ?? ''}
      disabled={disabled}
      errorId={errors[field] === undefined ? undefined : errorId}
      onChange={(value) => onChange({ ...day, [field]: value })}
    />
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) 74px 74px 28px',
        columnGap: 1,
        rowGap: 0.5,
        alignItems: 'center',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        {name}
        {(closed || nextDay) && (
          <Typography variant="caption" component="div" sx={{ color: 'atende.faint' }}>
            {translate(closed ? 'app.hours.closed' : 'app.hours.next_day')}
          </Typography>
        )}
      </Box>
      {time('startTime', 'start_of')}
      {time('endTime', 'end_of')}
      {second || disabled ? (
        <span />
      ) : (
        <TooltipIconButton
          size="small"
          label={translate('app.hours.add_shift', { day: name })}
          onClick={() => onChange({ ...day, startTimeB: '', endTimeB: '' })}
        >
          <Add fontSize="small" />
        </TooltipIconButton>
      )}
      {second && (
        <>
          <span />
          {time('startTimeB', 'start_b_of')}
          {time('endTimeB', 'end_b_of')}
          {!disabled && (
            <TooltipIconButton
              size="small"
              label={translate('app.hours.remove_shift', { day: name })}
              onClick={() => onChange({ ...day, startTimeB: null, endTimeB: null })}
            >
              <Close fontSize="small" />
            </TooltipIconButton>
          )}
        </>
      )}
      {text && (
        <Typography
          id={errorId}
          role="alert"
          variant="caption"
          sx={{ color: 'error.main', gridColumn: '1 / -1', textAlign: 'right' }}
        >
          {text}
        </Typography>
      )}
    </Box>
  );
}

interface WeekHoursProps {
  days: readonly DayHours[];
  nameOf: (weekdayEn: string) => string;
  /** What the server said, by day of `days` and field. */
  errors?: readonly (Partial<Record<string, string>> | undefined)[];
  disabled?: boolean;
  onChange: (index: number, day: DayHours) => void;
}

/** The hours of a week: a day per line, with a second shift below it where there is one. */
export function WeekHours({ days, nameOf, errors = [], disabled = false, onChange }: WeekHoursProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      {days.map((day, index) => (
        <Day
          key={day.weekdayEn}
          day={day}
          name={nameOf(day.weekdayEn)}
          errors={errors[index] ?? {}}
          disabled={disabled}
          onChange={(changed) => onChange(index, changed)}
        />
      ))}
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate('app.hours.same_time')}
      </Typography>
    </Box>
  );
}
