import { Box, Paper, type SxProps } from '@mui/material';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { textSize } from '../../../shared/type-scale';

interface SuggestionsOptions<T> {
  open: boolean;
  options: readonly T[];
  /** Enter is ignored meanwhile, instead of sending the text. */
  loading?: boolean;
  onPick: (option: T) => void;
  onClose: () => void;
}

/** Keyboard and ARIA of a list of suggestions above a text field that keeps the focus. */
export function useSuggestions<T extends { id: number }>(props: SuggestionsOptions<T>) {
  const { open, options, loading = false, onPick, onClose } = props;
  const listId = useId();
  const [active, setActive] = useState(0);
  const current = Math.min(active, options.length - 1);
  const chosen = options[current];
  const optionId = (option: T) => `${listId}-${option.id}`;

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (!open || nativeEvent.isComposing || shiftKey || ctrlKey || metaKey || altKey) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (key === 'Escape') onClose();
    else if (chosen && step !== 0) setActive((current + step + options.length) % options.length);
    else if (chosen && (key === 'Enter' || key === 'Tab')) onPick(chosen);
    else if (key !== 'Enter' || !loading) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    list: { listId, options, active: current, optionId, onActive: setActive, onPick },
    reset: () => setActive(0),
    /** For the text field: it is a combobox while there are suggestions. */
    field: {
      onKeyDown,
      onBlur: onClose,
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

/** Above the text field, which keeps the focus. */
export function SuggestionPopover({ width, children }: { width: number; children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      onMouseDown={(event) => event.preventDefault()}
      sx={{
        position: 'absolute',
        zIndex: 3,
        left: 0,
        right: 0,
        bottom: 'calc(100% + 8px)',
        maxWidth: width,
        borderRadius: '12px',
        overflow: 'hidden',
        boxShadow: '0 12px 32px -12px rgba(8, 15, 28, 0.32)',
      }}
    >
      {children}
    </Paper>
  );
}

/** Shown instead of suggestions: why there are none. */
export function SuggestionStatus({ children }: { children: ReactNode }) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        fontSize: textSize.small,
        color: 'text.secondary',
      }}
    >
      {children}
    </Box>
  );
}

interface SuggestionListProps<T extends { id: number }> {
  list: ReturnType<typeof useSuggestions<T>>['list'];
  label: string;
  maxHeight: number;
  optionSx: SxProps;
  /** Options of a group stand together, below its name. */
  groupOf?: (option: T) => string;
  render: (option: T) => ReactNode;
}

export function SuggestionList<T extends { id: number }>(props: SuggestionListProps<T>) {
  const { list, label, maxHeight, optionSx, groupOf, render } = props;
  const { listId, options, active, optionId, onActive, onPick } = list;
  const box = useRef<HTMLUListElement>(null);
  useEffect(
    () => box.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' }),
    [active],
  );
  const groups = new Set(groupOf && options.map(groupOf));
  const headings = options.map((option, index) => {
    const group = groups.size > 1 ? groupOf?.(option) : undefined;
    const before = options[index - 1];
    return before && groupOf?.(before) === group ? undefined : group;
  });
  return (
    <Box
      component="ul"
      ref={box}
      id={listId}
      role="listbox"
      aria-label={label}
      sx={{ m: 0, p: 0.75, listStyle: 'none', maxHeight, overflowY: 'auto' }}
    >
      {options.map((option, index) => (
        <Fragment key={option.id}>
          {headings[index] && (
            <Box
              component="li"
              role="presentation"
              sx={{ px: 1, pt: 1, pb: 0.5, fontSize: textSize.caption, color: 'atende.faint' }}
            >
              {headings[index]}
            </Box>
          )}
          <Box
            component="li"
            id={optionId(option)}
            role="option"
            aria-selected={index === active}
            onMouseMove={index === active ? undefined : () => onActive(index)}
            onClick={() => onPick(option)}
            sx={{
              display: 'flex',
              alignItems: 'center',
              minHeight: 36,
              px: 1,
              borderRadius: '8px',
              cursor: 'pointer',
              '&[aria-selected=true]': { bgcolor: 'atende.priSoft' },
              ...(optionSx as object),
            }}
          >
            {render(option)}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}
