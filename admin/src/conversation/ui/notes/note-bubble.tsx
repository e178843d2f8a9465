import Delete from '@mui/icons-material/DeleteOutlined';
import StickyNote from '@mui/icons-material/StickyNote2Outlined';
import { IconButton, type IconButtonProps, styled } from '@mui/material';
import { memo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { ellipsis } from '../../../shared/ellipsis';
import { formatDateTime, formatTime } from '../../../shared/format';
import { iconSize, textSize } from '../../../shared/type-scale';
import { useNoteMutations } from '../../data/use-notes';
import type { Note } from '../../model/note';
import type { Ticket } from '../../model/types';
import { sidePadding } from '../messages/bubble-styles';
import { useConversation } from '../messages/conversation-context';
import { Words } from '../messages/formatted-text';

export function NoteText({ note, searchTerms }: { note: Note; searchTerms?: readonly string[] }) {
  return <Words text={note.note} mentions={note.mentions} searchTerms={searchTerms} />;
}

export function useMayDelete({ user }: Note): boolean {
  const { id, profile } = useSessionUser();
  return profile === 'admin' || user?.id === id;
}

export function DeleteNote({ note, ticket, sx }: { note: Note; ticket: Ticket; sx: IconButtonProps['sx'] }) {
  const translate = useTranslate();
  const { remove } = useNoteMutations(ticket);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('drawer.notes.remove_of', {
          name: note.user?.name ?? translate('drawer.notes.nobody'),
        })}
        onClick={() => setAsking(true)}
        sx={sx}
      >
        <Delete fontSize="mini" />
      </IconButton>
      <ConfirmDialog
        open={asking}
        destructive
        busy={remove.isPending}
        title={translate('drawer.notes.remove')}
        confirmLabel={translate('ra.action.delete')}
        onConfirm={() => remove.mutate(note.id, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}

const NoteRow = styled('div')({
  display: 'flex',
  justifyContent: 'center',
  paddingTop: 4,
  paddingBottom: 10,
  ...sidePadding,
});

const NotePaper = styled('div')<{ 'data-highlighted': boolean }>(({ theme }) => ({
  boxSizing: 'border-box',
  width: 'min(100%, 560px)',
  padding: '8px 12px 9px',
  borderRadius: 12,
  border: `1px dashed ${theme.palette.atende.noteLine}`,
  background: theme.palette.atende.note,
  overflowWrap: 'anywhere',
  transition: 'box-shadow 300ms ease',
  '&[data-highlighted=true]': { boxShadow: `0 0 0 3px ${theme.palette.primary.main}` },
}));

const NoteHeader = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 24,
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
  '& > svg': { fontSize: iconSize.mini, color: theme.palette.atende.warn },
  '& > b': { fontWeight: 600, color: theme.palette.atende.warn, whiteSpace: 'nowrap' },
  '& > span': { ...ellipsis, minWidth: 0 },
  '& > time': { marginLeft: 'auto', fontSize: textSize.micro, whiteSpace: 'nowrap' },
}));

interface NoteBubbleProps {
  note: Note;
  highlighted: boolean;
}

export const NoteBubble = memo(function NoteBubble({ note, highlighted }: NoteBubbleProps) {
  const translate = useTranslate();
  const { readOnly, ticket, noteTermsOf } = useConversation();
  const mayDelete = useMayDelete(note);
  const author = note.user?.name ?? translate('drawer.notes.nobody');
  return (
    <NoteRow>
      <NotePaper
        role="note"
        aria-label={translate('notes.of', { name: author })}
        data-highlighted={highlighted}
        data-note={note.id}
      >
        <NoteHeader>
          <StickyNote aria-hidden />
          <b>{translate('notes.title')}</b>
          <span>{author}</span>
          <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
            {formatTime(note.createdAt)}
          </time>
          {ticket && !readOnly && mayDelete && <DeleteNote note={note} ticket={ticket} sx={{ p: '4px' }} />}
        </NoteHeader>
        <div style={{ whiteSpace: 'pre-wrap' }}>
          <NoteText note={note} searchTerms={noteTermsOf(note.id)} />
        </div>
      </NotePaper>
    </NoteRow>
  );
});
