import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { formatDateTime } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import { LoadError } from '../contact/load-error';
import { useCurrentUser } from '../data/use-current-user';
import type { Note } from '../model/note';
import type { Ticket } from '../model/types';
import { NoteText } from './note-bubble';
import { NoteForm } from './note-form';
import { useNoteMutations, useNotes } from './use-notes';

interface NoteCardProps {
  note: Note;
  /** Written in another conversation of the contact. */
  elsewhere: boolean;
  /** Absent: somebody else's. */
  onDelete: (() => void) | undefined;
}

/** One note with who wrote it and when. */
export function NoteCard({ note, elsewhere, onDelete }: NoteCardProps) {
  const translate = useTranslate();
  const author = note.user?.name ?? translate('drawer.notes.nobody');
  const facts = [author, formatDateTime(note.createdAt), elsewhere && translate('drawer.notes.other')];
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
        pr: onDelete ? 4.5 : 1.5,
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
      {onDelete && (
        <IconButton
          size="small"
          aria-label={translate('drawer.notes.remove_of', { name: author })}
          onClick={onDelete}
          sx={{ position: 'absolute', top: 4, right: 4, p: 0.5 }}
        >
          <Delete fontSize="mini" />
        </IconButton>
      )}
    </Box>
  );
}

/** The newest ones; the others on demand, so that they do not bury what stands below. */
const INITIAL_NOTES = 5;

interface NoteListProps {
  ticket: Ticket;
  notes: Note[];
  onDelete: (note: Note) => void;
}

/** Notes with what this attendant may do with each. */
export function NoteList({ ticket, notes, onDelete }: NoteListProps) {
  const translate = useTranslate();
  const viewer = useCurrentUser();
  const [all, setAll] = useState(false);
  if (notes.length === 0)
    return (
      <Typography sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>
        {translate('drawer.notes.empty')}
      </Typography>
    );
  const more = !all && notes.length > INITIAL_NOTES;
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
      {(more ? notes.slice(0, INITIAL_NOTES) : notes).map((note) => {
        const mayDelete = viewer.profile === 'admin' || note.user?.id === viewer.id;
        return (
          <NoteCard
            key={note.id}
            note={note}
            elsewhere={note.ticketId !== ticket.id}
            onDelete={mayDelete ? () => onDelete(note) : undefined}
          />
        );
      })}
      {more && (
        <Box component="li" sx={{ display: 'grid' }}>
          <Button size="small" onClick={() => setAll(true)}>
            {translate('drawer.notes.all', { count: notes.length })}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** What attendants noted about the contact; the customer never sees it. */
export function NotesPanel({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const titleId = useId();
  const list = useNotes(ticket);
  const { add, remove } = useNoteMutations(ticket);
  const [asked, setAsked] = useState<Note | null>(null);
  const close = () => setAsked(null);
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ pt: 1.75, borderTop: 1, borderColor: 'divider' }}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 1 }}>
        {translate('drawer.notes.title')}
      </Typography>
      <NoteForm
        ticketUuid={ticket.uuid}
        busy={add.isPending}
        onAdd={(text) =>
          add.mutateAsync({ text }).then(
            () => true,
            () => false,
          )
        }
      />
      {list.data && <NoteList ticket={ticket} notes={list.data} onDelete={setAsked} />}
      {list.isPending && <Skeleton variant="rounded" height={54} aria-label={translate('drawer.notes.loading')} />}
      {list.isError && !list.data && (
        <LoadError text={translate('drawer.notes.failed')} onRetry={() => void list.refetch()} />
      )}
      <ConfirmDialog
        open={asked !== null}
        destructive
        busy={remove.isPending}
        title={translate('drawer.notes.remove')}
        confirmLabel={translate('ra.action.delete')}
        onConfirm={() => asked && remove.mutate(asked.id, { onSettled: close })}
        onClose={close}
      />
    </Box>
  );
}
