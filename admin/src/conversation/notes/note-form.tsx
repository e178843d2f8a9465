import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { drafts } from '../data/drafts';
import { noteError } from '../model/note';

interface NoteFormProps {
  /** The conversation that the half-written note belongs to. */
  ticketUuid: string;
  busy: boolean;
  /** Answers whether it was stored. */
  onAdd: (text: string) => Promise<boolean>;
}

/** Writes a note. What is half-written is kept in this browser. */
export function NoteForm({ ticketUuid, busy, onAdd }: NoteFormProps) {
  const translate = useTranslate();
  const draft = `note:${ticketUuid}`;
  const [text, setText] = useState(() => drafts.get(draft));
  const [tried, setTried] = useState(false);
  const fault = tried ? noteError(text) : null;

  function write(next: string) {
    setText(next);
    drafts.set(draft, next);
  }

  async function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = noteError(text) !== null;
    setTried(wrong);
    if (!wrong && (await onAdd(text.trim()))) write('');
  }

  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
      <TextField
        multiline
        maxRows={6}
        value={text}
        placeholder={translate('drawer.notes.placeholder')}
        error={fault !== null}
        helperText={fault && translate(`drawer.notes.${fault}`)}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void submit(event)}
        slotProps={{ htmlInput: { 'aria-label': translate('drawer.notes.label') } }}
      />
      <Button type="submit" variant="outlined" size="small" loading={busy} sx={{ justifySelf: 'end' }}>
        {translate('drawer.notes.add')}
      </Button>
    </Box>
  );
}
