import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { MediaIcon } from '../../shared/media-icon';
import { textSize } from '../../shared/type-scale';
import { SuggestionPopover } from '../composer/suggestion-popover';
import { fillVariables, previewOf, type QuickMessage } from '../model/quick-message';
import type { Ticket } from '../model/types';

export const optionId = (listId: string, message: QuickMessage) => `${listId}-${message.id}`;

interface SuggestionOptionProps {
  listId: string;
  ticket: Ticket;
  message: QuickMessage;
  selected: boolean;
  onActive: () => void;
  onPick: () => void;
}

/** One quick message: its shortcut, how it begins once filled, and whether a file comes along. */
export function SuggestionOption({ listId, ticket, message, selected, onActive, onPick }: SuggestionOptionProps) {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      id={optionId(listId, message)}
      role="option"
      aria-selected={selected}
      onMouseMove={selected ? undefined : onActive}
      onClick={onPick}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 36,
        px: 1,
        py: 0.5,
        borderRadius: '8px',
        cursor: 'pointer',
        '&[aria-selected=true]': { bgcolor: 'atende.priSoft' },
      }}
    >
      <Box
        component="span"
        sx={{ flex: '0 1 auto', maxWidth: '45%', fontWeight: 600, color: 'primary.main', overflowWrap: 'anywhere' }}
      >
        /{message.shortcode}
      </Box>
      <Box
        component="span"
        sx={{
          flex: 1,
          minWidth: 0,
          fontSize: textSize.small,
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {previewOf(fillVariables(message.message, ticket))}
      </Box>
      {message.isMedia && (
        <Box component="span" sx={{ display: 'inline-flex', color: 'text.secondary' }}>
          <MediaIcon mime={message.mediaMime} label={translate('quick.with_file')} />
        </Box>
      )}
    </Box>
  );
}

export interface SuggestionListProps {
  listId: string;
  ticket: Ticket;
  term: string;
  found: readonly QuickMessage[];
  active: number;
  /** Whose file is on its way. */
  fetching: QuickMessage | null;
  state: 'ready' | 'loading' | 'failed';
  onActive: (index: number) => void;
  onPick: (message: QuickMessage) => void;
  onRetry: () => void;
}

/** What stands in place of the options, if anything: a text of several words that fits nothing is no search any more. */
function noteOf({ term, fetching, state }: SuggestionListProps): [key: string, params: object] | null {
  if (fetching) return ['quick.fetching', { name: fetching.mediaName ?? fetching.shortcode }];
  if (state !== 'ready') return [`quick.${state}`, {}];
  return /\s/.test(term) ? null : ['quick.none', { term }];
}

function Note(props: SuggestionListProps) {
  const translate = useTranslate();
  const note = noteOf(props);
  if (!note) return null;
  const busy = props.fetching !== null || props.state === 'loading';
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
      {busy && <CircularProgress size={14} aria-hidden />}
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {translate(...note)}
      </Box>
      {!busy && props.state === 'failed' && (
        <Button size="small" onClick={props.onRetry}>
          {translate('quick.retry')}
        </Button>
      )}
    </Box>
  );
}

function Options({ listId, ticket, found, active, onActive, onPick }: SuggestionListProps) {
  const translate = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <>
      <Box
        component="ul"
        ref={list}
        id={listId}
        role="listbox"
        aria-label={translate('quick.suggestions')}
        sx={{ m: 0, p: 0.75, listStyle: 'none', maxHeight: 288, overflowY: 'auto' }}
      >
        {found.map((message, index) => (
          <SuggestionOption
            key={message.id}
            listId={listId}
            ticket={ticket}
            message={message}
            selected={index === active}
            onActive={() => onActive(index)}
            onPick={() => onPick(message)}
          />
        ))}
      </Box>
      <Box
        aria-hidden
        sx={{
          px: 1.75,
          py: 0.625,
          borderTop: 1,
          borderColor: 'atende.lineSoft',
          fontSize: textSize.caption,
          color: 'atende.faint',
          '@container chat (max-width: 420px)': { display: 'none' },
        }}
      >
        {translate('quick.keys')}
      </Box>
    </>
  );
}

/** Quick messages above the field, or what there is to say instead of them. */
export function SuggestionList(props: SuggestionListProps) {
  const options = props.found.length > 0 && !props.fetching;
  if (!options && !noteOf(props)) return null;
  return <SuggestionPopover width={640}>{options ? <Options {...props} /> : <Note {...props} />}</SuggestionPopover>;
}
