import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { ComposerField } from '../composer/composer-field';
import { noteError } from '../model/note';
import type { Ticket } from '../model/types';
import { MentionList, useMentionSuggestions } from './mention-suggestions';
import { useNoteDraft } from './use-note-draft';
import { useNoteMutations } from './use-notes';

interface NoteComposerProps {
  ticket: Ticket;
  choice: ReactNode;
  onNoted: () => void;
}

/** Writes a note into the stream, on paper of its own: nothing of it goes to the customer. */
export function NoteComposer({ ticket, choice, onNoted }: NoteComposerProps) {
  const translate = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, name, mentions } = useNoteDraft(ticket.uuid);
  const { add } = useNoteMutations(ticket);
  const [tried, setTried] = useState(false);
  const mentioning = useMentionSuggestions({ ticket, text, field, onText: write, onName: name });
  const fault = tried ? noteError(text) : null;
  useEffect(() => field.current?.focus(), []);

  // whoever writes on meanwhile loses neither the keyboard nor a letter
  const noted = useEffectEvent((said: string) => {
    write(text.startsWith(said) ? text.slice(said.length).trimStart() : text);
    onNoted();
    field.current?.focus();
  });

  function submit() {
    const wrong = noteError(text) !== null;
    setTried(wrong);
    if (wrong || add.isPending) return;
    add.mutate({ text: text.trim(), mentions: mentions() }, { onSuccess: () => noted(text) });
  }

  return (
    <Box
      component="footer"
      sx={{
        px: { xs: 1, md: 2 },
        pt: 1.25,
        pb: 0.75,
        minWidth: 0,
        bgcolor: 'atende.note',
        borderTop: 1,
        borderColor: 'atende.noteLine',
      }}
    >
      {choice}
      <Box sx={{ position: 'relative', display: 'flex', alignItems: 'flex-end', gap: 0.75 }}>
        {mentioning.list && <MentionList {...mentioning.list} />}
        <ComposerField
          field={field}
          value={text}
          label={translate('notes.label')}
          placeholder={translate('notes.placeholder')}
          suggestions={mentioning.field}
          onChange={(value) => {
            write(value);
            mentioning.typed(value);
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
        role={fault ? 'alert' : undefined}
        sx={{
          minHeight: 30,
          pl: 0.5,
          pt: 0.75,
          fontSize: textSize.caption,
          color: fault ? 'error.main' : 'text.secondary',
        }}
      >
        {translate(fault ? `drawer.notes.${fault}` : 'notes.hint')}
      </Box>
    </Box>
  );
}
