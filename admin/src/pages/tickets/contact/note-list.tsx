import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useViewer } from '../data/use-viewer';
import type { Note } from '../model/note';
import type { Ticket } from '../model/types';
import { NoteCard } from './note-card';

/** The newest ones; the others on demand, so that they do not bury what stands below. */
const SHOWN = 5;

interface NoteListProps {
  ticket: Ticket;
  notes: Note[];
  onDelete: (note: Note) => void;
}

/** Notes with what this attendant may do with each. */
export function NoteList({ ticket, notes, onDelete }: NoteListProps) {
  const translate = useTranslate();
  const viewer = useViewer();
  const [all, setAll] = useState(false);
  if (notes.length === 0)
    return (
      <Typography sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>
        {translate('drawer.notes.empty')}
      </Typography>
    );
  const more = !all && notes.length > SHOWN;
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
      {(more ? notes.slice(0, SHOWN) : notes).map((note) => {
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
