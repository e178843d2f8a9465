import Close from '@mui/icons-material/Close';
import Down from '@mui/icons-material/KeyboardArrowDown';
import Up from '@mui/icons-material/KeyboardArrowUp';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, IconButton, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import type { SearchHits } from '../../data/use-search-hits';
import type { MessageTarget } from '../messages/use-scroll-to-message';

const isSame = (one: MessageTarget | null, other: MessageTarget): boolean =>
  one?.messageId === other.messageId && one.noteId === other.noteId;

/**
 * Steps from hit to hit, starting at the message that the conversation was opened at.
 * @param finding new hits are shown from the newest one on
 */
export function useHitNavigation(hits: SearchHits | null, linked: MessageTarget | null, finding = false) {
  const [stepped, setStepped] = useState<{ since: MessageTarget | null; to: MessageTarget } | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  // a link that is followed after a step replaces it
  const target = stepped && stepped.since === linked ? stepped.to : linked;
  const found = hits?.hits ?? [];
  const at = found.findIndex((hit) => isSame(target, hit));
  const newest = found.at(-1);
  const showNewest = useEffectEvent(() => {
    if (newest && at === -1) setStepped({ since: linked, to: newest });
  });
  const search = hits?.search ?? '';
  useEffect(() => {
    if (finding && search !== '') showNewest();
  }, [finding, search]);
  if (!hits || found.length === 0 || (closed === search && !finding)) return { target, navigation: null };
  // -1: an older one, 1: a newer one
  const next = (by: -1 | 1) => (at === -1 ? (by === -1 ? found.length - 1 : -1) : at + by);
  const navigation = {
    hits,
    /** From 1; 0 before the first step. */
    position: at + 1,
    canStep: (by: -1 | 1) => found[next(by)] !== undefined,
    step: (by: -1 | 1) => {
      const to = found[next(by)];
      if (to) setStepped({ since: linked, to });
    },
    close: () => setClosed(search),
  };
  return { target, navigation };
}

const directions = [
  [-1, Up, 'list.hits.older'],
  [1, Down, 'list.hits.newer'],
] as const;

export type HitNavigation = NonNullable<ReturnType<typeof useHitNavigation>['navigation']>;

export const hitBar = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 40,
  px: { xs: 1.5, md: 2.25 },
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
  fontSize: textSize.small,
} as const;

/** Which hit is shown, and the buttons to the others. */
export function HitSteps({ navigation }: { navigation: HitNavigation }) {
  const translate = useTranslate();
  const { hits, position, step, canStep } = navigation;
  useShortcut('olderHit', () => step(-1), canStep(-1));
  useShortcut('newerHit', () => step(1), canStep(1));
  const { length } = hits.hits;
  const count = translate(hits.hasMore ? 'list.hits.many' : 'list.hits.count', { smart_count: length });
  const where = position > 0 ? translate('list.hits.place', { place: position, count: length }) : count;
  return (
    <>
      <Typography variant="body2" role="status" noWrap sx={{ flex: 'none', color: 'text.secondary' }}>
        {where}
      </Typography>
      {directions.map(([by, Icon, name]) => (
        <TooltipIconButton
          key={name}
          label={translate(name)}
          size="small"
          disabled={!canStep(by)}
          onClick={() => step(by)}
        >
          <Icon />
        </TooltipIconButton>
      ))}
    </>
  );
}

export function SearchHitBar({ navigation }: { navigation: HitNavigation }) {
  const translate = useTranslate();
  const { hits, close } = navigation;
  return (
    <Box role="search" aria-label={translate('list.hits.title', { search: hits.search })} sx={hitBar}>
      <Search aria-hidden fontSize="small" sx={{ color: 'text.secondary', flex: 'none' }} />
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>
        {hits.search}
      </Typography>
      <HitSteps navigation={navigation} />
      <IconButton size="small" aria-label={translate('list.hits.close')} onClick={close}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}
