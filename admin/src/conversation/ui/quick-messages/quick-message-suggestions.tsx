import Attachment from '@mui/icons-material/AttachmentOutlined';
import { Box, Button, CircularProgress } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useMemo, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { refetch } from '../../../providers/query-client';
import { ellipsis } from '../../../shared/ellipsis';
import { MediaIcon } from '../../../shared/media-icon';
import { textSize } from '../../../shared/type-scale';
import { queryKeys } from '../../data/cache';
import { type FileList, suggestLists, useFileLists } from '../../data/use-file-lists';
import { useQuickMessages } from '../../data/use-quick-messages';
import { fillVariables, previewOf, type QuickMessage, searchTermOf, suggest } from '../../model/quick-message';
import type { Ticket } from '../../model/types';
import { SuggestionList, SuggestionPopover, SuggestionStatus, useSuggestions } from '../composer/suggestions';

/** @throws when there is no file or its signed address has expired */
async function fetchFile({ mediaPath, mediaName, mediaMime, shortcode }: QuickMessage): Promise<File> {
  const response = await fetch(mediaPath ?? '');
  if (mediaPath === null || !response.ok) throw new Error(`No file of /${shortcode}: ${response.status}`);
  return new File([await response.blob()], mediaName ?? shortcode, { type: mediaMime ?? '' });
}

/** A quick message, or a file list below them; the ids of the two may be equal. */
type Suggestion = { id: number; message: QuickMessage; list?: never } | { id: number; list: FileList; message?: never };

function ListOption({ list, ticket }: { list: FileList; ticket: Ticket }) {
  const translate = useTranslate();
  return (
    <>
      <Attachment aria-hidden fontSize="small" sx={{ flex: 'none', color: 'primary.main' }} />
      <Box component="span" sx={{ flex: '0 1 auto', maxWidth: '45%', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {list.name}
      </Box>
      <Box
        component="span"
        sx={{ ...ellipsis, flex: 1, minWidth: 0, fontSize: textSize.small, color: 'text.secondary' }}
      >
        {previewOf(fillVariables(list.message, ticket))}
      </Box>
      <Box component="span" sx={{ flex: 'none', fontSize: textSize.caption, color: 'atende.faint' }}>
        {translate('content.files.count', { smart_count: list.options.length })}
      </Box>
    </>
  );
}

/** The shortcut, the beginning of the filled text, and an icon if a file is attached. */
function Option({ message, ticket }: { message: QuickMessage; ticket: Ticket }) {
  const translate = useTranslate();
  return (
    <>
      <Box
        component="span"
        sx={{ flex: '0 1 auto', maxWidth: '45%', fontWeight: 600, color: 'primary.main', overflowWrap: 'anywhere' }}
      >
        /{message.shortcode}
      </Box>
      <Box
        component="span"
        sx={{ ...ellipsis, flex: 1, minWidth: 0, fontSize: textSize.small, color: 'text.secondary' }}
      >
        {previewOf(fillVariables(message.message, ticket))}
      </Box>
      {message.isMedia && (
        <Box component="span" sx={{ display: 'inline-flex', color: 'text.secondary' }}>
          <MediaIcon mime={message.mediaMime} label={translate('quick.with_file')} />
        </Box>
      )}
    </>
  );
}

function Status({ text, busy, onRetry }: { text: string; busy?: boolean; onRetry?: () => void }) {
  const translate = useTranslate();
  return (
    <SuggestionStatus>
      {busy && <CircularProgress size={14} aria-hidden />}
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {text}
      </Box>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {translate('quick.retry')}
        </Button>
      )}
    </SuggestionStatus>
  );
}

interface QuickMessageSuggestionsOptions {
  ticket: Ticket;
  text: string;
  enabled: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onFile: (files: File[], caption: string) => void;
  onList: (list: FileList) => void;
}

/** Suggests quick messages and file lists for a text that begins with a slash. */
export function useQuickMessageSuggestions(options: QuickMessageSuggestionsOptions) {
  const { ticket, text, enabled, field, onText, onFile, onList } = options;
  const translate = useTranslate();
  const notify = useNotify();
  const { data, error, ...messages } = useQuickMessages(enabled);
  const { data: lists } = useFileLists(enabled);
  const [open, setOpen] = useState(false);
  const file = useMutation({ mutationFn: fetchFile, networkMode: 'always' });
  const fetching = file.isPending ? file.variables : null;
  const term = enabled && open && !fetching ? searchTermOf(text) : null;
  const found = useMemo<Suggestion[]>(() => {
    if (term === null || !data) return [];
    return [
      ...suggest(data, term).map((message) => ({ id: message.id, message })),
      ...suggestLists(lists ?? [], term).map((list) => ({ id: -list.id, list })),
    ];
  }, [data, lists, term]);
  const suggestions = useSuggestions({
    open: term !== null,
    options: found,
    // Enter would send the bare shortcut
    loading: !data && !error,
    onPick: pick,
    onClose: () => setOpen(false),
  });

  function pick({ message, list }: Suggestion) {
    setOpen(false);
    if (list) {
      onText('');
      onList(list);
      return;
    }
    const filled = fillVariables(message.message, ticket);
    onText(message.isMedia ? '' : filled);
    // only the last one is waited for, and none after leaving
    if (message.isMedia)
      file.mutate(message, {
        onSuccess: (fetched) => onFile([fetched], filled),
        onError: () => {
          notify('quick.media_failed', { type: 'error' });
          // do not overwrite what has been typed meanwhile
          if (field.current?.value === '') onText(filled);
          // the address may have expired or the file been replaced
          refetch(queryKeys.quickMessages);
        },
      });
    field.current?.focus();
  }

  function status() {
    if (fetching)
      return <Status busy text={translate('quick.fetching', { name: fetching.mediaName ?? fetching.shortcode })} />;
    if (term === null) return null;
    if (error && !data) return <Status text={translate('quick.failed')} onRetry={() => void messages.refetch()} />;
    if (!data) return <Status busy text={translate('quick.loading')} />;
    // several words that match nothing are an ordinary text
    return /\s/.test(term) ? null : <Status text={translate('quick.none', { term })} />;
  }

  const list = (
    <>
      <SuggestionList
        list={suggestions.list}
        label={translate('quick.suggestions')}
        maxHeight={288}
        optionSx={{ gap: 1, py: 0.5 }}
        groupOf={({ list }) => translate(list ? 'content.files.lists' : 'content.files.quick')}
        render={({ message, list }) =>
          list ? <ListOption list={list} ticket={ticket} /> : <Option message={message} ticket={ticket} />
        }
      />
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
  const content = found.length > 0 ? list : status();
  return {
    popover: content && <SuggestionPopover width={640}>{content}</SuggestionPopover>,
    field: suggestions.field,
    typed() {
      setOpen(true);
      suggestions.reset();
    },
  };
}
