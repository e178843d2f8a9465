import { Box, Link, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type FieldErrors, get, useController, useFormContext } from 'react-hook-form';
import type { InputProps } from '../../../schema/registry';
import { type DayHours, WeekHours } from '../../../shared/week-hours';

/** What the server says of a day, by field. */
function textsOf(errors: FieldErrors, day: string): Record<string, string> {
  const fields = Object.entries((get(errors, day) ?? {}) as Record<string, { message?: string }>);
  return Object.fromEntries(fields.flatMap(([name, { message }]) => (message ? [[name, message]] : [])));
}

/** The hours of the department, a line for each day. */
export function HoursInput({ view, source }: InputProps) {
  const { field, formState } = useController({ name: source });
  const translate = useTranslate();
  const { clearErrors } = useFormContext();
  const weekdays = view.fields?.find(({ name }) => name === 'weekdayEn')?.options ?? [];
  const days = (Array.isArray(field.value) ? field.value : []) as DayHours[];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, maxWidth: 420 }}>
      <WeekHours
        days={days}
        nameOf={(weekdayEn) => weekdays.find(({ value }) => value === weekdayEn)?.label ?? ''}
        errors={days.map((_day, index) => textsOf(formState.errors, `${source}.${index}`))}
        disabled={view.readOnly}
        onChange={(index, day) => {
          clearErrors(source);
          field.onChange(days.with(index, day));
        }}
      />
      <Typography variant="body2" sx={{ color: 'atende.faint', mt: 1.25 }}>
        {translate('departments.hours_of_company')}{' '}
        <Link href="/holidays" target="_blank" rel="noopener" underline="always">
          {translate('departments.open_holidays')}
        </Link>
      </Typography>
    </Box>
  );
}
