import Delete from '@mui/icons-material/DeleteOutlined';
import StickyNote from '@mui/icons-material/StickyNote2Outlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Fragment, memo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { formatDateTime, formatTime } from '../../shared/format';
import { iconSize, textSize } from '../../shared/type-scale';
import { useCurrentUser } from '../data/use-current-user';
import { useConversation } from '../messages/conversation-context';
import { type Note, noteParts } from '../model/note';
import type { Ticket } from '../model/types';
import { useNoteMutations } from './use-notes';

const Mention = styled('b')(({ theme }) => ({ fontWeight: 600, color: theme.palette.primary.main }));

/** The words of a note with the people it names. */
export function NoteText({ note: { note, mentions } }: { note: Note }) {
  return noteParts(note, mentions).map(({ text, mention }, index) =>
    mention ? <Mention key={index}>{text}</Mention> : <Fragment key={index}>{text}</Fragment>,
  );
}

const NoteRow = styled('div')({
  display: 'flex',
  justifyContent: 'center',
  padding: '4px 40px 10px',
  '@container chat (max-width: 600px)': { paddingLeft: 20, paddingRight: 20 },
  '@container chat (max-width: 440px)': { paddingLeft: 12, paddingRight: 12 },
});

const NotePaper = styled('div')<{ 'data-lit': boolean }>(({ theme }) => ({
  boxSizing: 'border-box',
  width: 'min(100%, 560px)',
  padding: '8px 12px 9px',
  borderRadius: 12,
  border: `1px dashed ${theme.palette.atende.noteLine}`,
  background: theme.palette.atende.note,
  overflowWrap: 'anywhere',
  transition: 'box-shadow 300ms ease',
  '&[data-lit=true]': { boxShadow: `0 0 0 3px ${theme.palette.primary.main}` },
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
  '& > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > time': { marginLeft: 'auto', fontSize: textSize.micro, whiteSpace: 'nowrap' },
}));

function DeleteNote({ note, ticket, author }: { note: Note; ticket: Ticket; author: string }) {
  const translate = useTranslate();
  const { remove } = useNoteMutations(ticket);
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('drawer.notes.remove_of', { name: author })}
        onClick={() => setAsked(true)}
        sx={{ p: '4px' }}
      >
        <Delete fontSize="mini" />
      </IconButton>
      <ConfirmDialog
        open={asked}
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

/** What attendants noted, at its time among the messages and unlike any of them: the customer never sees it. */
export const NoteBubble = memo(function NoteBubble({
  note,
  ticket,
  lit,
}: {
  note: Note;
  ticket: Ticket;
  lit: boolean;
}) {
  const translate = useTranslate();
  const viewer = useCurrentUser();
  const { readOnly } = useConversation();
  const author = note.user?.name ?? translate('drawer.notes.nobody');
  const label = translate('notes.of', { name: author });
  const mayDelete = !readOnly && (viewer.profile === 'admin' || note.user?.id === viewer.id);
  return (
    <NoteRow>
      <NotePaper role="note" aria-label={label} data-lit={lit} data-note={note.id}>
        <NoteHeader>
          <StickyNote aria-hidden />
          <b>{translate('notes.title')}</b>
          <span>{author}</span>
          <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
            {formatTime(note.createdAt)}
          </time>
          {mayDelete && <DeleteNote note={note} ticket={ticket} author={author} />}
        </NoteHeader>
        <div style={{ whiteSpace: 'pre-wrap' }}>
          <NoteText note={note} />
        </div>
      </NotePaper>
    </NoteRow>
  );
});
