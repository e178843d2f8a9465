import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useUnsaved } from '../../shared/unsaved-changes';
import type { SettingFieldView } from './types';
import { useSaveSetting } from './use-settings';

/** Write-only: what is stored is never shown again, only that there is something. */
export function SecretField({ field, value }: { field: SettingFieldView; value: string }) {
  const translate = useTranslate();
  const { busy, error, save, forgive } = useSaveSetting(field.key);
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  const stored = value !== '';
  useUnsaved(text !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text !== '' && (await save(text))) setText('');
  };
  const remove = async () => {
    await save('');
    setAsking(false);
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mt: 0.5 }}
    >
      <TextField
        fullWidth
        type="password"
        label={field.label}
        value={text}
        error={error !== null}
        helperText={error ?? field.help}
        placeholder={translate(stored ? 'oversight.settings.secret_set' : 'oversight.settings.secret_unset')}
        onChange={(event) => {
          setText(event.target.value);
          forgive();
        }}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off', maxLength: 2048 } }}
      />
      {text !== '' && (
        <Button
          type="submit"
          variant="outlined"
          loading={busy}
          aria-label={translate('oversight.settings.save_of', { name: field.label })}
        >
          {translate('ra.action.save')}
        </Button>
      )}
      {text === '' && stored && (
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
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}
