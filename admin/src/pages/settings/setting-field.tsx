import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useUnsaved } from '../../shared/unsaved-changes';
import { type SettingFieldView, useSaveSetting } from './use-settings';

interface SettingFieldProps {
  field: SettingFieldView;
  value: string;
}

function ToggleSetting({ field, value }: SettingFieldProps) {
  const id = useId();
  const { busy, save } = useSaveSetting(field.key);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 40 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="label" htmlFor={id} sx={{ display: 'block', cursor: 'pointer' }}>
          {field.label}
        </Typography>
        {field.help && (
          <Typography id={`${id}-help`} variant="body2" sx={{ color: 'atende.faint' }}>
            {field.help}
          </Typography>
        )}
      </Box>
      <Switch
        checked={value === 'enabled'}
        disabled={busy}
        onChange={(_, checked) => save(checked ? 'enabled' : 'disabled')}
        slotProps={{ input: { id, 'aria-describedby': field.help ? `${id}-help` : undefined } }}
      />
    </Box>
  );
}

function ChoiceSetting({ field, value }: SettingFieldProps) {
  const { busy, error, save } = useSaveSetting(field.key);
  return (
    <TextField
      select
      fullWidth
      label={field.label}
      value={value}
      disabled={busy}
      error={error !== undefined}
      helperText={error ?? field.help}
      onChange={(event) => save(event.target.value)}
      sx={{ mt: 0.5 }}
    >
      {field.options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function RemoveSecret({ field, shown }: { field: SettingFieldView; shown: boolean }) {
  const translate = useTranslate();
  const { busy, save } = useSaveSetting(field.key);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {shown && (
        <IconButton
          aria-label={translate('oversight.settings.remove_of', { name: field.label })}
          onClick={() => setAsking(true)}
        >
          <Delete />
        </IconButton>
      )}
      <ConfirmDialog
        open={asking}
        destructive
        busy={busy}
        title={translate('oversight.settings.remove_title', { name: field.label })}
        confirmLabel={translate('ra.action.remove')}
        onConfirm={() => save('', { onSettled: close })}
        onClose={close}
      />
    </>
  );
}

/** A text, a number or a write-only secret: saved by its button or Enter, and reset by Escape. */
function TextSetting({ field, value }: SettingFieldProps) {
  const translate = useTranslate();
  const { busy, error, save, clearError } = useSaveSetting(field.key);
  const secret = field.widget === 'secret';
  const number = field.widget === 'number';
  // null: untouched, so that a change by another user shows
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (secret ? '' : value);
  const changed = secret ? text !== '' : typed !== null && typed.trim() !== value;
  useUnsaved(changed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && !busy) save(secret ? text : text.trim(), { onSuccess: () => setTyped(null) });
  };
  const placeholder = value === '' ? 'oversight.settings.secret_unset' : 'oversight.settings.secret_set';
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mt: 0.5 }}
    >
      <TextField
        fullWidth
        type={secret ? 'password' : 'text'}
        label={field.label}
        value={text}
        error={error !== undefined}
        helperText={error ?? field.help}
        placeholder={secret ? translate(placeholder) : undefined}
        onChange={(event) => {
          setTyped(number ? event.target.value.replace(/\D/g, '') : event.target.value);
          clearError();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || secret) return;
          setTyped(null);
          clearError();
        }}
        slotProps={{
          inputLabel: secret ? { shrink: true } : undefined,
          htmlInput: {
            autoComplete: secret ? 'off' : undefined,
            maxLength: secret ? 2048 : number ? 9 : (field.max ?? undefined),
            inputMode: number ? 'numeric' : undefined,
          },
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
      {secret && <RemoveSecret field={field} shown={!changed && value !== ''} />}
    </Box>
  );
}

const widgets = {
  toggle: ToggleSetting,
  choice: ChoiceSetting,
  number: TextSetting,
  text: TextSetting,
  secret: TextSetting,
} as const;

/** The input of one setting, by its widget. */
export function SettingField(props: SettingFieldProps) {
  const Widget = widgets[props.field.widget];
  return <Widget {...props} />;
}
