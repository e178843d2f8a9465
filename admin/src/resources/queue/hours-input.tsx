import { Box } from '@mui/material';
import { useController, useFormContext } from 'react-hook-form';
import type { InputProps } from '../../schema/registry';
import { type DayHours, WeekHours } from '../../shared/week-hours';

/** The hours of the department, a line for each day. */
export function HoursInput({ view, source }: InputProps) {
  const { field, fieldState } = useController({ name: source });
  const { clearErrors } = useFormContext();
  const weekdays = view.fields?.find(({ name }) => name === 'weekdayEn')?.options ?? [];
  const days = (Array.isArray(field.value) ? field.value : []) as DayHours[];
  // what the server says of a day has the path of its field
  const faults = Object.values(fieldState.error ?? {}).length > 0 ? (fieldState.error as unknown) : undefined;
  const errorsOf = (index: number) => {
    const day = (faults as Record<number, Record<string, { message?: string }>> | undefined)?.[index] ?? {};
    return Object.fromEntries(Object.entries(day).map(([name, fault]) => [name, fault?.message]));
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, maxWidth: 420 }}>
      <WeekHours
        days={days}
        nameOf={(weekdayEn) => weekdays.find(({ value }) => value === weekdayEn)?.label ?? ''}
        errors={days.map((_day, index) => errorsOf(index))}
        disabled={view.readOnly}
        onChange={(index, day) => {
          clearErrors(source);
          field.onChange(days.with(index, day));
        }}
      />
    </Box>
  );
}
