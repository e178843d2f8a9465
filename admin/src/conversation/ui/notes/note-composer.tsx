import { Box, Button } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { get } from '../../data/api';
import { useNoteMutations } from '../../data/use-notes';
import { noteError } from '../../model/note';
import type { Named, Ticket } from '../../model/types';
import { ComposerField, composerFooter } from '../composer/composer-field';
import { useMentionDraft, useMentionSuggestions } from '../composer/mention-suggestions';
import { SummaryButton } from '../copilot/summary-button';

export const noteKey = (ticketUuid: string) => `stream-note:${ticketUuid}`;

/** Colleagues who see the conversation. */
const readersOf = ({ id }: Ticket) => ({
  queryKey: ['workspace', 'readers', id],
  find: (searchParam: string, signal: AbortSignal) =>
    get<Named[]>('/ticket-notes/readers', { ticketId: String(id), searchParam }, signal),
});

interface NoteComposerProps {
  ticket: Ticket;
  /** The switch between message and note. */
  modeToggle: ReactNode;
  onNoted: () => void;
}

export function NoteComposer({ ticket, modeToggle, onNoted }: NoteComposerProps) {
  const translate = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, addMention, mentionedIds } = useMentionDraft(
    noteKey(ticket.uuid),
    `stream-note-named:${ticket.uuid}`,
  );
  const { add } = useNoteMutations(ticket);
  const [submitted, setSubmitted] = useState(false);
  const mentions = useMentionSuggestions({
    people: readersOf(ticket),
    text,
    field,
    onText: write,
    onMention: addMention,
  });
  const error = submitted ? noteError(text) : null;
  useEffect(() => field.current?.focus(), []);

  // keeps what has been typed while the note was being stored
  const onStored = useEffectEvent((stored: string) => {
    write(text.startsWith(stored) ? text.slice(stored.length).trimStart() : text);
    onNoted();
    field.current?.focus();
  });

  function submit() {
    const invalid = noteError(text) !== null;
    setSubmitted(invalid);
    if (invalid || add.isPending) return;
    add.mutate({ text: text.trim(), mentions: mentionedIds() }, { onSuccess: () => onStored(text) });
  }

  return (
    <Box component="footer" sx={{ ...composerFooter, bgcolor: 'atende.note', borderColor: 'atende.noteLine' }}>
      {modeToggle}
      <Box sx={{ position: 'relative', display: 'flex', alignItems: 'flex-end', gap: 0.75 }}>
        {mentions.popover}
        <SummaryButton ticketId={ticket.id} text={text} onText={write} />
        <ComposerField
          field={field}
          value={text}
          label={translate('notes.label')}
          placeholder={translate('notes.placeholder')}
          suggestions={mentions.field}
          onChange={(value) => {
            write(value);
            mentions.typed(value);
          }}
          onEnter={submit}
          onFiles={() => undefined}
        />
        <Button
          variant="contained"
          loading={add.isPending}
          onClick={submit}
          sx={{
            height: 42,
            borderRadius: '13px',
            flex: 'none',
            bgcolor: 'atende.warn',
            color: 'primary.contrastText',
            '&:hover': { bgcolor: 'atende.warn', filter: 'brightness(0.94)' },
          }}
        >
          {translate('notes.add')}
        </Button>
      </Box>
      <Box
        role={error ? 'alert' : undefined}
        sx={{
          minHeight: 30,
          pl: 0.5,
          pt: 0.75,
          fontSize: textSize.caption,
          color: error ? 'error.main' : 'text.secondary',
        }}
      >
        {translate(error ? `drawer.notes.${error}` : 'notes.hint')}
      </Box>
    </Box>
  );
}
