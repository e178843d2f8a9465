import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { FormDialog } from '../../shared/form-dialog';

const MAX = 4096;

interface EditDialogProps {
  initial: string;
  save: (body: string) => Promise<void>;
  onClose: () => void;
}

/** Another text for a message. An empty one is not sent, an unchanged one need not be. */
export default function EditDialog({ initial, save, onClose }: EditDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const placed = useRef(false);
  const empty = text.trim() === '';
  async function submit() {
    if (empty || busy) return;
    if (text.trim() === initial) return onClose();
    setBusy(true);
    try {
      await save(text.trim());
      onClose();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      setBusy(false);
    }
  }
  return (
    <FormDialog
      title={translate('message.edit_title')}
      submit={translate('message.edit_save')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        multiline
        minRows={2}
        maxRows={10}
        label={translate('message.edit_label')}
        value={text}
        error={empty}
        helperText={empty ? translate('message.edit_empty') : undefined}
        onChange={(event) => setText(event.target.value)}
        onFocus={({ target }) => {
          if (!placed.current) target.setSelectionRange(target.value.length, target.value.length);
          placed.current = true;
        }}
        slotProps={{ htmlInput: { maxLength: MAX } }}
      />
    </FormDialog>
  );
}
