import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDateTime } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { NoteText } from '../chat/note-text';
import type { Note } from '../model/note';

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
