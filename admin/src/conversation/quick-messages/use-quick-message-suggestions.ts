import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { fillVariables, type QuickMessage, searchTermOf, suggest } from '../model/quick-message';
import type { Ticket } from '../model/types';
import { optionId, type SuggestionListProps } from './quick-message-suggestions';
import { useQuickFile, useQuickMessages } from './use-quick-messages';

interface SuggestionsOptions {
  ticket: Ticket;
  text: string;
  enabled: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onFile: (files: File[], caption: string) => void;
}

/** Quick messages for a text that begins with a slash: what is shown, and what keys do meanwhile. */
export function useSuggestions({ ticket, text, enabled, field, onText, onFile }: SuggestionsOptions) {
  const listId = useId();
  const { data, error, refetch } = useQuickMessages(enabled);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { fetching, fetchFile } = useQuickFile({
    onFile: (file, message) => onFile([file], fillVariables(message.message, ticket)),
    // what was written meanwhile is not overwritten
    onFailed: (message) => field.current?.value === '' && onText(fillVariables(message.message, ticket)),
  });
  const term = enabled && open && !fetching ? searchTermOf(text) : null;
  const found = useMemo(() => (term === null || !data ? [] : suggest(data, term)), [data, term]);
  const current = Math.min(active, found.length - 1);
  const chosen = found[current];

  function pick(message: QuickMessage) {
    setOpen(false);
    onText(message.isMedia ? '' : fillVariables(message.message, ticket));
    if (message.isMedia) void fetchFile(message);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (term === null || nativeEvent.isComposing || shiftKey || ctrlKey || metaKey || altKey) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (key === 'Escape') setOpen(false);
    else if (chosen && step !== 0) setActive((current + step + found.length) % found.length);
    else if (chosen && (key === 'Enter' || key === 'Tab')) pick(chosen);
    // while they load, it would send the bare shortcut
    else if (key !== 'Enter' || data || error) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const list: SuggestionListProps | null =
    term === null && !fetching
      ? null
      : {
          listId,
          ticket,
          term: term ?? '',
          found,
          active: current,
          fetching,
          state: data ? 'ready' : error ? 'failed' : 'loading',
          onActive: setActive,
          onPick: pick,
          onRetry: () => void refetch(),
        };
  return {
    list,
    /** For the field: it is a combobox while there is something to choose. */
    field: {
      onKeyDown,
      onBlur: () => setOpen(false),
      aria: chosen && {
        role: 'combobox',
        'aria-expanded': true,
        'aria-autocomplete': 'list' as const,
        'aria-controls': listId,
        'aria-activedescendant': optionId(listId, chosen),
      },
    },
    typed() {
      setOpen(true);
      setActive(0);
    },
  };
}
