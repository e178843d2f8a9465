import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../shared/unsaved-changes';
import type { SettingFieldView } from './types';
import { useSaveSetting } from './use-settings';

/** A number or a word: saved by its button or Enter; Escape takes it back. */
export function TypedField({ field, value }: { field: SettingFieldView; value: string }) {
  const translate = useTranslate();
  const { busy, error, save, forgive } = useSaveSetting(field.key);
  // null: untouched, so that a change from elsewhere shows
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const changed = typed !== null && typed.trim() !== value;
  useUnsaved(changed);
  const reset = () => {
    setTyped(null);
    forgive();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (changed && !busy && (await save(text.trim()))) setTyped(null);
  };
  const number = field.widget === 'number';
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mt: 0.5 }}
    >
      <TextField
        fullWidth
        label={field.label}
        value={text}
        error={error !== null}
        helperText={error ?? field.help}
        onChange={(event) => {
          setTyped(number ? event.target.value.replace(/\D/g, '') : event.target.value);
          forgive();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') reset();
        }}
        slotProps={{
          htmlInput: { maxLength: number ? 9 : (field.max ?? undefined), inputMode: number ? 'numeric' : undefined },
        }}
      />
      {changed && (
        <Button
          type="submit"
          variant="outlined"
          loading={busy}
          aria-label={translate('oversight.settings.save_of', { name: field.label })}
        >
          {translate('ra.action.save')}
        </Button>
      )}
    </Box>
  );
}
