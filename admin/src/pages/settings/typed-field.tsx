import Check from '@mui/icons-material/Check';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { SettingFieldView } from './types';
import { useSaveSetting } from './use-settings';

/** A number or a word: saved by Enter, by its button, or when it is left; Escape takes it back. */
export function TypedField({ field, value }: { field: SettingFieldView; value: string }) {
  const translate = useTranslate();
  const { busy, error, save, forgive } = useSaveSetting(field.key);
  // null: untouched, so that a change from elsewhere shows
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const changed = typed !== null && typed.trim() !== value;
  const reset = () => {
    setTyped(null);
    forgive();
  };
  const submit = async () => {
    if (!changed) return reset();
    if (!busy && (await save(text.trim()))) setTyped(null);
  };
  const number = field.widget === 'number';
  return (
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
      onBlur={() => void (error === null && submit())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void submit();
        if (event.key === 'Escape') reset();
      }}
      slotProps={{
        htmlInput: { maxLength: number ? 9 : (field.max ?? undefined), inputMode: number ? 'numeric' : undefined },
        input: {
          endAdornment: changed && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                loading={busy}
                aria-label={translate('oversight.settings.save_of', { name: field.label })}
                // the field is left by it otherwise, and saved twice
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void submit()}
              >
                <Check sx={{ fontSize: 18 }} />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
      sx={{ mt: 0.5 }}
    />
  );
}
