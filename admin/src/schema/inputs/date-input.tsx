import { useRef } from 'react';
import { InputHelperText, useInput } from 'react-admin';
import { DateField } from '../../shared/date-field/date-field';
import type { InputProps } from '../registry';
import { inputProps } from './input-props';

/** A date, or with the widget `datetime` a date with its time. */
export function DateInput(props: InputProps) {
  const { view } = props;
  const invalid = useRef(false);
  const { validate, ...shared } = inputProps(props);
  const { field, fieldState, isRequired } = useInput({
    ...shared,
    defaultValue: null,
    validate: [...validate, () => (invalid.current ? view.messages.type : undefined)],
  });
  return (
    <DateField
      name={field.name}
      label={view.label}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(value) => field.onChange(value === '' ? null : value)}
      onInvalid={(value) => {
        invalid.current = value;
      }}
      time={view.widget === 'datetime'}
      required={isRequired}
      disabled={view.readOnly}
      error={fieldState.invalid}
      helperText={<InputHelperText error={fieldState.error?.message} helperText={view.help ?? false} />}
    />
  );
}
