import { TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FormDialog } from '../../../shared/form-dialog';
import { useTask } from '../../../shared/use-task';

const MAX_LENGTH = 4096;

interface EditDialogProps {
  initial: string;
  save: (body: string) => Promise<void>;
  onClose: () => void;
}

/** Edits the text of a message; an unchanged one is not sent. */
export default function EditDialog({ initial, save, onClose }: EditDialogProps) {
  const translate = useTranslate();
  const { busy, run } = useTask();
  const [text, setText] = useState(initial);
  const caretPlaced = useRef(false);
  const empty = text.trim() === '';
  function submit() {
    if (empty || busy) return;
    if (text.trim() === initial) return onClose();
    void run(() => save(text.trim()).then(onClose));
  }
  return (
    <FormDialog
      title={translate('message.edit_title')}
      submit={translate('message.edit_save')}
      busy={busy}
      onSubmit={submit}
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
          if (!caretPlaced.current) target.setSelectionRange(target.value.length, target.value.length);
          caretPlaced.current = true;
        }}
        slotProps={{ htmlInput: { maxLength: MAX_LENGTH } }}
      />
    </FormDialog>
  );
}
