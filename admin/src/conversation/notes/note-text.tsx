import Delete from '@mui/icons-material/DeleteOutlined';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Fragment, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useCurrentUser } from '../data/use-current-user';
import { type Note, noteParts } from '../model/note';
import type { Ticket } from '../model/types';
import { useNoteMutations } from './use-notes';

const Mention = styled('b')(({ theme }) => ({ fontWeight: 600, color: theme.palette.primary.main }));

export function NoteText({ note: { note, mentions } }: { note: Note }) {
  return noteParts(note, mentions).map(({ text, mention }, index) =>
    mention ? <Mention key={index}>{text}</Mention> : <Fragment key={index}>{text}</Fragment>,
  );
}

export function useMayDelete({ user }: Note): boolean {
  const { id, profile } = useCurrentUser();
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
