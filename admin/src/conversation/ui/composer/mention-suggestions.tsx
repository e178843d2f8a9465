import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { useDebounced } from '../../../shared/use-debounced';
import { useDraft } from '../../data/drafts';
import { mentionAt, mentionedIn } from '../../model/note';
import type { Named } from '../../model/types';
import { SuggestionList, SuggestionPopover, SuggestionStatus, useSuggestions } from './suggestions';

const DEBOUNCE_MS = 200;
const MINUTE_MS = 60_000;

/** Who may be named: by the beginning of a word of their name. */
export interface MentionablePeople {
  queryKey: QueryKey;
  find: (term: string, signal: AbortSignal) => Promise<Named[]>;
}

interface MentionSuggestionsOptions {
  people: MentionablePeople;
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onMention: (person: Named) => void;
}

/** Suggests colleagues after an @. */
export function useMentionSuggestions({ people, text, field, onText, onMention }: MentionSuggestionsOptions) {
  const translate = useTranslate();
  const [at, setAt] = useState<{ term: string; from: number } | null>(null);
  const term = useDebounced(at?.term ?? '', DEBOUNCE_MS);
  const { data, isPending, error } = useQuery({
    queryKey: [...people.queryKey, term.toLowerCase()],
    queryFn: ({ signal }) => people.find(term, signal),
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

function isNamed(value: unknown): value is Named {
  const { id, name } = (value ?? {}) as Partial<Named>;
  return typeof id === 'number' && typeof name === 'string';
}

/** An unsent text with the people chosen for it, who are stored under a key of their own. */
export function useMentionDraft(key: string, peopleKey: string) {
  const [text, setText] = useDraft(key);
  const [stored, store] = useDraft(peopleKey);
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
