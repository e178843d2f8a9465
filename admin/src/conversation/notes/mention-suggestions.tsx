import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { useDebounced } from '../../shared/use-debounced';
import { SuggestionList, SuggestionPopover, SuggestionStatus, useSuggestions } from '../composer/suggestions';
import { get } from '../data/api';
import { mentionAt } from '../model/note';
import type { Named, Ticket } from '../model/types';

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
export function useMentionSuggestions({ ticket, text, field, onText, onMention }: MentionSuggestionsOptions) {
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
