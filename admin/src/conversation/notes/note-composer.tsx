import { Box, Button } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { textSize } from '../../shared/type-scale';
import { useDebounced } from '../../shared/use-debounced';
import { ComposerField, composerFooter } from '../composer/composer-field';
import { SuggestionList, SuggestionPopover, SuggestionStatus, useSuggestions } from '../composer/suggestions';
import { get } from '../data/api';
import { useDraft } from '../data/drafts';
import { mentionAt, mentionedIn, noteError } from '../model/note';
import type { Named, Ticket } from '../model/types';
import { useNoteMutations } from './use-notes';

const DEBOUNCE_MS = 200;
const MINUTE_MS = 60_000;

interface MentionSuggestionsOptions {
  ticket: Ticket;
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onMention: (person: Named) => void;
}

/** Suggests colleagues after an @ in a note. */
function useMentionSuggestions({ ticket, text, field, onText, onMention }: MentionSuggestionsOptions) {
  const translate = useTranslate();
  const [at, setAt] = useState<{ term: string; from: number } | null>(null);
  const term = useDebounced(at?.term ?? '', DEBOUNCE_MS);
  const { data, isPending, error } = useQuery({
    queryKey: ['workspace', 'readers', ticket.id, term.toLowerCase()],
    queryFn: ({ signal }) =>
      get<Named[]>('/ticket-notes/readers', { ticketId: String(ticket.id), searchParam: term }, signal),
    enabled: at !== null,
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  });
  const options = at && data ? data : [];
  const suggestions = useSuggestions({ open: at !== null, options, onPick: pick, onClose: () => setAt(null) });

  /** To be called after every keystroke, when the caret has moved. */
  function typed(value: string) {
    setAt(mentionAt(value, field.current?.selectionStart ?? value.length));
    suggestions.reset();
  }

  function pick(person: Named) {
    if (!at) return;
    const end = at.from + 1 + at.term.length;
    const caret = at.from + person.name.length + 2;
    onText(`${text.slice(0, at.from)}@${person.name} ${text.slice(end).replace(/^ /, '')}`);
    onMention(person);
    setAt(null);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  }

  const state = error ? 'failed' : isPending ? 'loading' : 'ready';
  const popover = at && (
    <SuggestionPopover width={360}>
      {options.length > 0 ? (
        <SuggestionList
          list={suggestions.list}
          label={translate('notes.people')}
          maxHeight={320}
          optionSx={{ gap: 1.25, overflowWrap: 'anywhere' }}
          render={({ id, name }) => (
            <>
              <Avatar name={name} seed={id} size={24} />
              {name}
            </>
          )}
        />
      ) : (
        <SuggestionStatus>{translate(`notes.people_${state}`)}</SuggestionStatus>
      )}
    </SuggestionPopover>
  );
  return { popover, typed, field: suggestions.field };
}

export const noteKey = (ticketUuid: string) => `stream-note:${ticketUuid}`;

function isNamed(value: unknown): value is Named {
  const { id, name } = (value ?? {}) as Partial<Named>;
  return typeof id === 'number' && typeof name === 'string';
}

/** The unsent note of a conversation with the people chosen for it. */
function useNoteDraft(ticketUuid: string) {
  const [text, setText] = useDraft(noteKey(ticketUuid));
  const [stored, store] = useDraft(`stream-note-named:${ticketUuid}`);
  const parsed: unknown = JSON.parse(stored || '[]');
  const chosen = mentionedIn(text, Array.isArray(parsed) ? parsed.filter(isNamed) : []);
  return {
    text,
    write(next: string) {
      setText(next);
      if (next === '') store('');
    },
    addMention: (person: Named) => store(JSON.stringify([...chosen, person])),
    mentionedIds: () => chosen.map(({ id }) => id),
  };
}

interface NoteComposerProps {
  ticket: Ticket;
  /** The switch between message and note. */
  modeToggle: ReactNode;
  onNoted: () => void;
}

export function NoteComposer({ ticket, modeToggle, onNoted }: NoteComposerProps) {
  const translate = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, addMention, mentionedIds } = useNoteDraft(ticket.uuid);
  const { add } = useNoteMutations(ticket);
  const [submitted, setSubmitted] = useState(false);
  const mentions = useMentionSuggestions({ ticket, text, field, onText: write, onMention: addMention });
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
