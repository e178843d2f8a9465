import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useNoteDeeds, useNotes } from '../data/use-notes';
import type { Note } from '../model/note';
import type { Ticket } from '../model/types';
import { NoteForm } from './note-form';
import { NoteList } from './note-list';
import { Retry } from './retry';

/** What attendants noted about the contact; the customer never sees it. */
export function NotesPanel({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const titleId = useId();
  const list = useNotes(ticket);
  const { add, remove } = useNoteDeeds(ticket);
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
        <Retry text={translate('drawer.notes.failed')} onRetry={() => void list.refetch()} />
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
