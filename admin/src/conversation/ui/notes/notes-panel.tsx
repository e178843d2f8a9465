import { Box, Button, Skeleton, TextField, Typography } from '@mui/material';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatDateTime } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { useDraft } from '../../data/drafts';
import { useNoteMutations, useNotes } from '../../data/use-notes';
import { type Note, noteError } from '../../model/note';
import type { Ticket } from '../../model/types';
import { LoadError, PanelSection } from '../contact/panel-section';
import { DeleteNote, NoteText, useMayDelete } from './note-bubble';

function NoteForm({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const { add } = useNoteMutations(ticket);
  const [text, setText] = useDraft(`note:${ticket.uuid}`);
  const [submitted, setSubmitted] = useState(false);
  const error = submitted ? noteError(text) : null;

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const invalid = noteError(text) !== null;
    setSubmitted(invalid);
    if (!invalid) add.mutate({ text: text.trim() }, { onSuccess: () => setText('') });
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
      <TextField
        multiline
        maxRows={6}
        value={text}
        placeholder={translate('drawer.notes.placeholder')}
        error={error !== null}
        helperText={error && translate(`drawer.notes.${error}`)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
        slotProps={{ htmlInput: { 'aria-label': translate('drawer.notes.label') } }}
      />
      <Button type="submit" variant="outlined" size="small" loading={add.isPending} sx={{ justifySelf: 'end' }}>
        {translate('drawer.notes.add')}
      </Button>
    </Box>
  );
}

function NoteCard({ note, ticket }: { note: Note; ticket: Ticket }) {
  const translate = useTranslate();
  const mayDelete = useMayDelete(note);
  const author = note.user?.name ?? translate('drawer.notes.nobody');
  const facts = [
    author,
    formatDateTime(note.createdAt),
    note.ticketId !== ticket.id && translate('drawer.notes.other'),
  ];
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        border: 1,
        borderColor: 'atende.noteLine',
        borderRadius: '12px',
        bgcolor: 'atende.note',
        py: 1,
        pl: 1.5,
        pr: mayDelete ? 4.5 : 1.5,
      }}
    >
      <Typography sx={{ fontSize: textSize.small, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <NoteText note={note} />
      </Typography>
      <Typography
        component="p"
        sx={{ fontSize: textSize.caption, mt: 0.25, color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      {mayDelete && <DeleteNote note={note} ticket={ticket} sx={{ position: 'absolute', top: 4, right: 4, p: 0.5 }} />}
    </Box>
  );
}

/** Shown at first; the others on demand. */
const INITIAL_NOTES = 5;

export function NotesPanel({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const [all, setAll] = useState(false);
  const { data: notes, isPending, isError, refetch } = useNotes(ticket);
  const more = !all && notes !== undefined && notes.length > INITIAL_NOTES;
  return (
    <PanelSection title={translate('drawer.notes.title')} gap={1}>
      <NoteForm ticket={ticket} />
      {notes?.length === 0 && (
        <Typography sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>
          {translate('drawer.notes.empty')}
        </Typography>
      )}
      {notes && notes.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
          {(more ? notes.slice(0, INITIAL_NOTES) : notes).map((note) => (
            <NoteCard key={note.id} note={note} ticket={ticket} />
          ))}
          {more && (
            <Box component="li" sx={{ display: 'grid' }}>
              <Button size="small" onClick={() => setAll(true)}>
                {translate('drawer.notes.all', { count: notes.length })}
              </Button>
            </Box>
          )}
        </Box>
      )}
      {isPending && <Skeleton variant="rounded" height={54} aria-label={translate('drawer.notes.loading')} />}
      {isError && !notes && <LoadError text={translate('drawer.notes.failed')} onRetry={() => void refetch()} />}
    </PanelSection>
  );
}
