import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useId } from 'react';
import { InputHelperText, useInput, useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import type { InputProps } from '../registry';
import { inputProps } from './input-props';

function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}

/** A small picture, sent inside the record as a data URL. */
export function ImageInput(props: InputProps) {
  const translate = useTranslate();
  const id = useId();
  const { field, fieldState } = useInput({ ...inputProps(props), defaultValue: null });
  const value = typeof field.value === 'string' ? field.value : '';
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) field.onChange(await readAsDataUrl(file));
  };
  return (
    <Box>
      <Typography variant="caption" id={id} sx={{ color: 'text.secondary' }}>
        {props.view.label}
      </Typography>
      <Box role="group" aria-labelledby={id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.5 }}>
        <Avatar name={props.view.label} src={value || null} size={52} />
        <Button component="label" variant="outlined" disabled={props.view.readOnly}>
          {translate('app.form.choose_image')}
          <input type="file" accept="image/*" hidden onChange={(event) => void choose(event)} />
        </Button>
        {value && !props.view.readOnly && (
          <Button onClick={() => field.onChange(null)}>{translate('app.form.remove_image')}</Button>
        )}
      </Box>
      <FormHelperText error={fieldState.invalid}>
        <InputHelperText error={fieldState.error?.message} helperText={props.view.help ?? false} />
      </FormHelperText>
    </Box>
  );
}
