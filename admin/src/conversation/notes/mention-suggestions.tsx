import Box from '@mui/material/Box';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { textSize } from '../../shared/type-scale';
import { useDebounced } from '../../shared/use-debounced';
import { SuggestionPopover } from '../composer/suggestion-popover';
import { fetchReaders } from '../data/api';
import { queryKeys } from '../data/query-keys';
import { mentionAt } from '../model/note';
import type { Named, Ticket } from '../model/types';

const DEBOUNCE_MS = 200;
const MINUTE_MS = 60_000;

interface MentioningOptions {
  ticket: Ticket;
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onName: (person: Named) => void;
}

/** Colleagues to name behind an @: who is shown, and what keys do meanwhile. */
export function useMentionSuggestions({ ticket, text, field, onText, onName }: MentioningOptions) {
  const listId = useId();
  const [at, setAt] = useState<{ term: string; from: number } | null>(null);
  const [active, setActive] = useState(0);
  const term = useDebounced(at?.term ?? '', DEBOUNCE_MS);
  const { data, isPending, error } = useQuery({
    queryKey: queryKeys.readers(ticket.id, term.toLowerCase()),
    queryFn: ({ signal }) => fetchReaders(ticket.id, term, signal),
    enabled: at !== null,
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  });
  const found = at && data ? data : [];
  const current = Math.min(active, found.length - 1);
  const chosen = found[current];
  const optionId = (person: Named) => `${listId}-${person.id}`;

  /** After every stroke: the caret stands where it was typed. */
  function typed(value: string) {
    setAt(mentionAt(value, field.current?.selectionStart ?? value.length));
    setActive(0);
  }

  function pick(person: Named) {
    if (!at) return;
    const end = at.from + 1 + at.term.length;
    const caret = at.from + person.name.length + 2;
    onText(`${text.slice(0, at.from)}@${person.name} ${text.slice(end).replace(/^ /, '')}`);
    onName(person);
    setAt(null);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (!at || nativeEvent.isComposing || shiftKey || ctrlKey || metaKey || altKey) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (key === 'Escape') setAt(null);
    else if (chosen && step !== 0) setActive((current + step + found.length) % found.length);
    else if (chosen && (key === 'Enter' || key === 'Tab')) pick(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    list: at && {
      listId,
      found,
      active: current,
      state: error ? ('failed' as const) : isPending ? ('loading' as const) : ('ready' as const),
      optionId,
      onActive: setActive,
      onPick: pick,
    },
    typed,
    field: {
      onKeyDown,
      onBlur: () => setAt(null),
      aria: chosen && {
        role: 'combobox',
        'aria-expanded': true,
        'aria-autocomplete': 'list' as const,
        'aria-controls': listId,
        'aria-activedescendant': optionId(chosen),
      },
    },
  };
}

export interface MentionListProps {
  listId: string;
  found: readonly Named[];
  active: number;
  state: 'ready' | 'loading' | 'failed';
  optionId: (person: Named) => string;
  onActive: (index: number) => void;
  onPick: (person: Named) => void;
}

/** Colleagues above the field, or what there is to say instead of them. */
export function MentionList({ listId, found, active, state, optionId, onActive, onPick }: MentionListProps) {
  const translate = useTranslate();
  return (
    <SuggestionPopover width={360}>
      {found.length > 0 ? (
        <Box
          component="ul"
          id={listId}
          role="listbox"
          aria-label={translate('notes.people')}
          sx={{ m: 0, p: 0.75, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}
        >
          {found.map((person, index) => (
            <Box
              component="li"
              key={person.id}
              id={optionId(person)}
              role="option"
              aria-selected={index === active}
              onMouseMove={index === active ? undefined : () => onActive(index)}
              onClick={() => onPick(person)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.25,
                minHeight: 36,
                px: 1,
                borderRadius: '8px',
                cursor: 'pointer',
                overflowWrap: 'anywhere',
                '&[aria-selected=true]': { bgcolor: 'atende.priSoft' },
              }}
            >
              <Avatar name={person.name} seed={person.id} size={24} />
              {person.name}
            </Box>
          ))}
        </Box>
      ) : (
        <Box role="status" sx={{ px: 1.5, py: 1, fontSize: textSize.small, color: 'text.secondary' }}>
          {translate(`notes.people_${state}`)}
        </Box>
      )}
    </SuggestionPopover>
  );
}
