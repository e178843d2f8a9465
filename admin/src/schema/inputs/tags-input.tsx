import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { InputHelperText, useInput, useTranslate } from 'react-admin';
import type { InputProps } from '../registry';
import { inputProps } from './input-props';

/** A list of words, each added with Enter. */
export function TagsInput(props: InputProps) {
  const translate = useTranslate();
  const { view } = props;
  const { field, fieldState } = useInput({ ...inputProps(props), defaultValue: [] });
  const value: string[] = Array.isArray(field.value) ? field.value : [];
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={(view.options ?? []).map(({ value: option }) => String(option))}
      value={value}
      readOnly={view.readOnly}
      onChange={(_, next) => field.onChange(next)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={view.label}
          error={fieldState.invalid}
          helperText={
            <InputHelperText
              error={fieldState.error?.message}
              helperText={view.help ?? translate('app.form.tags_help')}
            />
          }
        />
      )}
    />
  );
}
