import Close from '@mui/icons-material/Close';
import Down from '@mui/icons-material/KeyboardArrowDown';
import Up from '@mui/icons-material/KeyboardArrowUp';
import Search from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFilters } from '../../pages/tickets/list/use-filters';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { textSize } from '../../shared/type-scale';
import { fetchHits } from '../data/api';
import { queryKeys } from '../data/query-keys';
import { searchWords } from '../model/search-highlight';

/** Where the words of the search stand in a conversation. */
export interface SearchHits {
  search: string;
  terms: readonly string[];
  /** Oldest first. */
  ids: readonly number[];
  /** There are older ones beyond these. */
  hasMore: boolean;
}

/** As long as the search is what the list shows. `newest`: its newest message, after which there may be more. */
export function useSearchHits(ticketId: number, newest: number | undefined): SearchHits | null {
  const { filters } = useFilters();
  const search = filters.tab === 'search' ? filters.search : '';
  const { data } = useQuery({
    queryKey: queryKeys.hits(ticketId, search, newest),
    queryFn: ({ signal }) => fetchHits(ticketId, search, signal),
    enabled: search !== '' && newest !== undefined,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (search === '' || !data) return null;
    return { search, terms: searchWords(search), ids: data.ids.toReversed(), hasMore: data.hasMore };
  }, [search, data]);
}

export interface HitNavigation {
  hits: SearchHits;
  /** Place among the hits, from 1; 0: nowhere yet. */
  position: number;
  /** -1: to an older one, 1: to a newer one. */
  step(by: -1 | 1): void;
  canStep(by: -1 | 1): boolean;
  close(): void;
}

interface HitTarget {
  messageId: number;
}

/** Going from hit to hit, beginning where the conversation was opened. `target`: the message to go to. */
export function useHitNavigation(
  hits: SearchHits | null,
  landing: HitTarget | null,
): { target: HitTarget | null; steps: HitNavigation | null } {
  const [stepped, setStepped] = useState<{ since: HitTarget | null; to: HitTarget } | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  // a later link counts more than what was stepped to before it
  const target = stepped && stepped.since === landing ? stepped.to : landing;
  if (!hits || hits.ids.length === 0 || closed === hits.search) return { target, steps: null };
  const { ids, search } = hits;
  const at = target ? ids.indexOf(target.messageId) : -1;
  const next = (by: -1 | 1) => (at === -1 ? (by === -1 ? ids.length - 1 : -1) : at + by);
  const steps: HitNavigation = {
    hits,
    position: at + 1,
    canStep: (by) => ids[next(by)] !== undefined,
    step: (by) => {
      const messageId = ids[next(by)];
      if (messageId !== undefined) setStepped({ since: landing, to: { messageId } });
    },
    close: () => setClosed(search),
  };
  return { target, steps };
}

const directions = [
  [-1, Up, 'list.hits.older'],
  [1, Down, 'list.hits.newer'],
] as const;

/** What was searched for, at which of its places one is, and the way to the others. */
export function SearchHitBar({ steps }: { steps: HitNavigation }) {
  const translate = useTranslate();
  const { hits, position, step, canStep, close } = steps;
  useShortcut('olderHit', () => step(-1), canStep(-1));
  useShortcut('newerHit', () => step(1), canStep(1));
  const count = translate(hits.hasMore ? 'list.hits.many' : 'list.hits.count', { smart_count: hits.ids.length });
  const where = position > 0 ? translate('list.hits.place', { place: position, count: hits.ids.length }) : count;
  return (
    <Box
      role="search"
      aria-label={translate('list.hits.title', { search: hits.search })}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        minHeight: 40,
        px: { xs: 1.5, md: 2.25 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: textSize.small,
      }}
    >
      <Search aria-hidden fontSize="small" sx={{ color: 'text.secondary', flex: 'none' }} />
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>
        {hits.search}
      </Typography>
      <Typography variant="body2" role="status" noWrap sx={{ flex: 'none', color: 'text.secondary' }}>
        {where}
      </Typography>
      {directions.map(([by, Icon, name]) => (
        <Tooltip key={name} title={translate(name)}>
          <span>
            <IconButton size="small" disabled={!canStep(by)} aria-label={translate(name)} onClick={() => step(by)}>
              <Icon />
            </IconButton>
          </span>
        </Tooltip>
      ))}
      <IconButton size="small" aria-label={translate('list.hits.close')} onClick={close}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}
